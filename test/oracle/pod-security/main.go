// Prints what the Pod Security Standards forbid in the pods of a folder of manifests:
//
//	go run . TESTDATA > ../../../fixtures/pod-security/answers.jsonl
//
// TESTDATA is test/testdata of k8s.io/pod-security-admission. Each line has a pod and the answers of both levels by
// ranges of versions, without those that allow it.
package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/yaml"
)

const newest = 37

type answer struct {
	Level string `json:"level"`
	Since int    `json:"since"`
	Until int    `json:"until"`
	Text  string `json:"text"`
}

type line struct {
	Pod     json.RawMessage `json:"pod"`
	Answers []answer        `json:"answers"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run . TESTDATA")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folder string) error {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		return err
	}
	lines := map[string]bool{}
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".yaml" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var pod corev1.Pod
		if err := yaml.Unmarshal(data, &pod); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		// The same pod is there for several versions, under several names.
		pod.ObjectMeta = metav1.ObjectMeta{Annotations: pod.Annotations}
		setDefaults(&pod)
		text, err := describe(evaluator, &pod)
		if err == nil {
			lines[text] = true
		}
		return err
	})
	if err != nil {
		return err
	}
	sorted := make([]string, 0, len(lines))
	for text := range lines {
		sorted = append(sorted, text)
	}
	sort.Strings(sorted)
	for _, text := range sorted {
		fmt.Println(text)
	}
	return nil
}

// setDefaults gives volumes without a source the one that the server gives them before admission.
func setDefaults(pod *corev1.Pod) {
	for i := range pod.Spec.Volumes {
		if pod.Spec.Volumes[i].VolumeSource == (corev1.VolumeSource{}) {
			pod.Spec.Volumes[i].EmptyDir = &corev1.EmptyDirVolumeSource{}
		}
	}
}

func describe(evaluator policy.Evaluator, pod *corev1.Pod) (string, error) {
	answers := []answer{}
	for _, level := range []api.Level{api.LevelBaseline, api.LevelRestricted} {
		for minor := 0; minor <= newest; minor++ {
			version := api.LevelVersion{Level: level, Version: api.MajorMinorVersion(1, minor)}
			result := policy.AggregateCheckResults(evaluator.EvaluatePod(version, &pod.ObjectMeta, &pod.Spec))
			if result.Allowed {
				continue
			}
			text := result.ForbiddenDetail()
			if last := len(answers) - 1; last >= 0 && answers[last] == (answer{string(level), answers[last].Since, minor - 1, text}) {
				answers[last].Until = minor
				continue
			}
			answers = append(answers, answer{string(level), minor, minor, text})
		}
	}
	raw, err := json.Marshal(pod)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(line{raw, answers})
	return string(text), err
}
