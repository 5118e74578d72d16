import type { Signatures } from '../declarations.ts';

/** Optional values. Source: `cel/library.go` of cel-go. */
export const OPTIONAL_FUNCTIONS: Signatures = {
  '_?._': {
    select_optional_field: '(dyn, string) -> optional(V)',
  },
  '_[?_]': {
    list_optindex_optional_int: '(list(V), int) -> optional(V)',
    optional_list_optindex_optional_int: '(optional(list(V)), int) -> optional(V)',
    map_optindex_optional_value: '(map(K, V), K) -> optional(V)',
    optional_map_optindex_optional_value: '(optional(map(K, V)), K) -> optional(V)',
  },
  '_[_]': {
    optional_list_index_int: '(optional(list(V)), int) -> optional(V)',
    optional_map_index_value: '(optional(map(K, V)), K) -> optional(V)',
  },
  hasValue: {
    optional_hasValue: 'optional(V).() -> bool',
  },
  'optional.none': {
    optional_none: '() -> optional(V)',
  },
  'optional.of': {
    optional_of: '(V) -> optional(V)',
  },
  'optional.ofNonZeroValue': {
    optional_ofNonZeroValue: '(V) -> optional(V)',
  },
  or: {
    optional_or_optional: 'optional(V).(optional(V)) -> optional(V)',
  },
  orValue: {
    optional_orValue_value: 'optional(V).(V) -> V',
  },
  value: {
    optional_value: 'optional(V).() -> V',
  },
};

/** Optional values, since cel-go 0.23. Source: as before, version 2 of the library. */
export const OPTIONAL_FUNCTIONS_2: Signatures = {
  first: {
    list_first: 'list(V).() -> optional(V)',
  },
  last: {
    list_last: 'list(V).() -> optional(V)',
  },
  'optional.unwrap': {
    optional_unwrap: '(list(optional(V))) -> list(V)',
  },
  unwrapOpt: {
    optional_unwrapOpt: 'list(optional(V)).() -> list(V)',
  },
};

/** Version 2 of the strings library. Source: `ext/strings.go` of cel-go. */
export const STRING_FUNCTIONS: Signatures = {
  charAt: {
    string_char_at_int: 'string.(int) -> string',
  },
  format: {
    string_format: 'string.(list(dyn)) -> string',
  },
  indexOf: {
    string_index_of_string: 'string.(string) -> int',
    string_index_of_string_int: 'string.(string, int) -> int',
  },
  join: {
    list_join: 'list(string).() -> string',
    list_join_string: 'list(string).(string) -> string',
  },
  lastIndexOf: {
    string_last_index_of_string: 'string.(string) -> int',
    string_last_index_of_string_int: 'string.(string, int) -> int',
  },
  lowerAscii: {
    string_lower_ascii: 'string.() -> string',
  },
  replace: {
    string_replace_string_string: 'string.(string, string) -> string',
    string_replace_string_string_int: 'string.(string, string, int) -> string',
  },
  split: {
    string_split_string: 'string.(string) -> list(string)',
    string_split_string_int: 'string.(string, int) -> list(string)',
  },
  'strings.quote': {
    strings_quote: '(string) -> string',
  },
  substring: {
    string_substring_int: 'string.(int) -> string',
    string_substring_int_int: 'string.(int, int) -> string',
  },
  trim: {
    string_trim: 'string.() -> string',
  },
  upperAscii: {
    string_upper_ascii: 'string.() -> string',
  },
};

/** Sets. Source: `ext/sets.go` of cel-go. */
export const SET_FUNCTIONS: Signatures = {
  'sets.contains': {
    list_sets_contains_list: '(list(T), list(T)) -> bool',
  },
  'sets.equivalent': {
    list_sets_equivalent_list: '(list(T), list(T)) -> bool',
  },
  'sets.intersects': {
    list_sets_intersects_list: '(list(T), list(T)) -> bool',
  },
};

/** What the macros with two variables become. Source: `ext/comprehensions.go` of cel-go. */
export const TWO_VARIABLE_FUNCTIONS: Signatures = {
  'cel.@mapInsert': {
    '@mapInsert_map_key_value': '(map(K, V), K, V) -> map(K, V)',
    '@mapInsert_map_map': '(map(K, V), map(K, V)) -> map(K, V)',
  },
};

/** Version 3 of the lists library. Source: `ext/lists.go` of cel-go. */
export const LIST_FUNCTIONS: Signatures = {
  '@sortByAssociatedKeys': {
    list_int_sortByAssociatedKeys: 'list(T).(list(int)) -> list(T)',
    list_uint_sortByAssociatedKeys: 'list(T).(list(uint)) -> list(T)',
    list_double_sortByAssociatedKeys: 'list(T).(list(double)) -> list(T)',
    list_bool_sortByAssociatedKeys: 'list(T).(list(bool)) -> list(T)',
    'list_google.protobuf.Duration_sortByAssociatedKeys': 'list(T).(list(duration)) -> list(T)',
    'list_google.protobuf.Timestamp_sortByAssociatedKeys': 'list(T).(list(timestamp)) -> list(T)',
    list_string_sortByAssociatedKeys: 'list(T).(list(string)) -> list(T)',
    list_bytes_sortByAssociatedKeys: 'list(T).(list(bytes)) -> list(T)',
  },
  distinct: {
    list_distinct: 'list(T).() -> list(T)',
  },
  flatten: {
    list_flatten: 'list(list(T)).() -> list(T)',
    list_flatten_int: 'list(dyn).(int) -> list(dyn)',
  },
  'lists.range': {
    lists_range: '(int) -> list(int)',
  },
  reverse: {
    list_reverse: 'list(T).() -> list(T)',
  },
  slice: {
    list_slice: 'list(T).(int, int) -> list(T)',
  },
  sort: {
    list_int_sort: 'list(int).() -> list(int)',
    list_uint_sort: 'list(uint).() -> list(uint)',
    list_double_sort: 'list(double).() -> list(double)',
    list_bool_sort: 'list(bool).() -> list(bool)',
    'list_google.protobuf.Duration_sort': 'list(duration).() -> list(duration)',
    'list_google.protobuf.Timestamp_sort': 'list(timestamp).() -> list(timestamp)',
    list_string_sort: 'list(string).() -> list(string)',
    list_bytes_sort: 'list(bytes).() -> list(bytes)',
  },
};
