// Gives Go's own answers about the texts in a file of lines {"what", "text", "answer"}, and writes them
// into it:
//
//	go run test/go/answers.go fixtures/go/answers.jsonl
//
// Refusals begin with "! "; where nothing reads their words they are just that.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode"
)

type line struct {
	What   string `json:"what"`
	Text   string `json:"text"`
	Answer string `json:"answer"`
}

func or(answer string, err error) string {
	if err != nil {
		return "! " + err.Error()
	}
	return answer
}

func urlText(u *url.URL, err error) string {
	if err != nil {
		return or("", err)
	}
	return strings.Join([]string{u.Scheme, u.Host, u.EscapedPath(), u.Hostname(), u.Port(), u.String()}, " | ")
}

var answers = map[string]func(text string) string{
	"address": func(text string) string {
		address, err := netip.ParseAddr(text)
		return or(address.String(), err)
	},
	"prefix": func(text string) string {
		prefix, err := netip.ParsePrefix(text)
		return or(fmt.Sprint(prefix, " ", prefix.Masked()), err)
	},
	"url":     func(text string) string { return urlText(url.Parse(text)) },
	"request": func(text string) string { return urlText(url.ParseRequestURI(text)) },
	"quote":   strconv.Quote,
	"time": func(text string) string {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return "!"
		}
		return fmt.Sprint(at.Unix(), " ", at.Nanosecond(), " ", at.Format(time.RFC3339Nano))
	},
	"duration": func(text string) string {
		duration, err := time.ParseDuration(text)
		if err != nil {
			return "!"
		}
		return fmt.Sprint(int64(duration))
	},
	"integer": func(text string) string {
		value, err := strconv.Atoi(text)
		return or(strconv.Itoa(value), err)
	},
	"mail": func(text string) string {
		if _, err := mail.ParseAddress(text); err != nil {
			return "!"
		}
		return "ok"
	},
	"lower": strings.ToLower,
	"trim":  strings.TrimSpace,
	"%v":    func(text string) string { return fmt.Sprintf("%v", double(text)) },
	"%.2f":  func(text string) string { return fmt.Sprintf("%.2f", double(text)) },
	"sort": func(text string) string {
		letters := []rune(text)
		sort.Slice(letters, func(i, j int) bool {
			return unicode.ToLower(letters[i]) < unicode.ToLower(letters[j])
		})
		return string(letters)
	},
}

func double(text string) float64 {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	content, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	scanner := bufio.NewScanner(bytes.NewReader(content))
	for scanner.Scan() {
		var one line
		if err := json.Unmarshal(scanner.Bytes(), &one); err != nil {
			panic(err)
		}
		one.Answer = answers[one.What](one.Text)
		if err := encoder.Encode(one); err != nil {
			panic(err)
		}
	}
	if err := os.WriteFile(os.Args[1], out.Bytes(), 0o644); err != nil {
		panic(err)
	}
}
