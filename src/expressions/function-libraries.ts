import type { Signatures } from '../cel/declarations.ts';

/** URLs. Source: `pkg/cel/library/urls.go` of the API server, as all in this folder is below `pkg/cel`. */
export const URL_FUNCTIONS: Signatures = {
  getEscapedPath: {
    url_get_escaped_path: 'kubernetes.URL.() -> string',
  },
  getHost: {
    url_get_host: 'kubernetes.URL.() -> string',
  },
  getHostname: {
    url_get_hostname: 'kubernetes.URL.() -> string',
  },
  getPort: {
    url_get_port: 'kubernetes.URL.() -> string',
  },
  getQuery: {
    url_get_query: 'kubernetes.URL.() -> map(string, list(string))',
  },
  getScheme: {
    url_get_scheme: 'kubernetes.URL.() -> string',
  },
  isURL: {
    is_url_string: '(string) -> bool',
  },
  url: {
    string_to_url: '(string) -> kubernetes.URL',
  },
};

/** Regular expressions. Source: `library/regex.go`. */
export const REGEX_FUNCTIONS: Signatures = {
  find: {
    string_find_string: 'string.(string) -> string',
  },
  findAll: {
    string_find_all_string: 'string.(string) -> list(string)',
    string_find_all_string_int: 'string.(string, int) -> list(string)',
  },
};

/** Lists. Source: `library/lists.go`. */
export const LIST_FUNCTIONS: Signatures = {
  indexOf: {
    list_a_index_of_int: 'list(A).(A) -> int',
  },
  isSorted: {
    list_int_is_sorted_bool: 'list(int).() -> bool',
    list_uint_is_sorted_bool: 'list(uint).() -> bool',
    list_double_is_sorted_bool: 'list(double).() -> bool',
    list_bool_is_sorted_bool: 'list(bool).() -> bool',
    list_duration_is_sorted_bool: 'list(duration).() -> bool',
    list_timestamp_is_sorted_bool: 'list(timestamp).() -> bool',
    list_string_is_sorted_bool: 'list(string).() -> bool',
    list_bytes_is_sorted_bool: 'list(bytes).() -> bool',
  },
  lastIndexOf: {
    list_a_last_index_of_int: 'list(A).(A) -> int',
  },
  max: {
    list_int_max_int: 'list(int).() -> int',
    list_uint_max_uint: 'list(uint).() -> uint',
    list_double_max_double: 'list(double).() -> double',
    list_bool_max_bool: 'list(bool).() -> bool',
    list_duration_max_duration: 'list(duration).() -> duration',
    list_timestamp_max_timestamp: 'list(timestamp).() -> timestamp',
    list_string_max_string: 'list(string).() -> string',
    list_bytes_max_bytes: 'list(bytes).() -> bytes',
  },
  min: {
    list_int_min_int: 'list(int).() -> int',
    list_uint_min_uint: 'list(uint).() -> uint',
    list_double_min_double: 'list(double).() -> double',
    list_bool_min_bool: 'list(bool).() -> bool',
    list_duration_min_duration: 'list(duration).() -> duration',
    list_timestamp_min_timestamp: 'list(timestamp).() -> timestamp',
    list_string_min_string: 'list(string).() -> string',
    list_bytes_min_bytes: 'list(bytes).() -> bytes',
  },
  sum: {
    list_int_sum_int: 'list(int).() -> int',
    list_uint_sum_uint: 'list(uint).() -> uint',
    list_double_sum_double: 'list(double).() -> double',
    list_duration_sum_duration: 'list(duration).() -> duration',
  },
};

/** Authorization checks. Source: `library/authz.go`, as the next. */
export const AUTHORIZATION_FUNCTIONS: Signatures = {
  allowed: {
    decision_allowed: 'kubernetes.authorization.Decision.() -> bool',
  },
  check: {
    pathcheck_check:
      'kubernetes.authorization.PathCheck.(string) -> kubernetes.authorization.Decision',
    resourcecheck_check:
      'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.Decision',
  },
  error: {
    decision_error: 'kubernetes.authorization.Decision.() -> string',
  },
  errored: {
    decision_errored: 'kubernetes.authorization.Decision.() -> bool',
  },
  group: {
    authorizer_group:
      'kubernetes.authorization.Authorizer.(string) -> kubernetes.authorization.GroupCheck',
  },
  name: {
    resourcecheck_name:
      'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
  namespace: {
    resourcecheck_namespace:
      'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
  path: {
    authorizer_path:
      'kubernetes.authorization.Authorizer.(string) -> kubernetes.authorization.PathCheck',
  },
  reason: {
    decision_reason: 'kubernetes.authorization.Decision.() -> string',
  },
  resource: {
    groupcheck_resource:
      'kubernetes.authorization.GroupCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
  serviceAccount: {
    authorizer_serviceaccount:
      'kubernetes.authorization.Authorizer.(string, string) -> kubernetes.authorization.Authorizer',
  },
  subresource: {
    resourcecheck_subresource:
      'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
};

/** Selectors in authorization checks. */
export const AUTHORIZATION_SELECTOR_FUNCTIONS: Signatures = {
  fieldSelector: {
    authorizer_fieldselector:
      'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
  labelSelector: {
    authorizer_labelselector:
      'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
};

/** Quantities. Source: `library/quantity.go`. */
export const QUANTITY_FUNCTIONS: Signatures = {
  add: {
    quantity_add: 'kubernetes.Quantity.(kubernetes.Quantity) -> kubernetes.Quantity',
    quantity_add_int: 'kubernetes.Quantity.(int) -> kubernetes.Quantity',
  },
  asApproximateFloat: {
    quantity_get_float: 'kubernetes.Quantity.() -> double',
  },
  asInteger: {
    quantity_get_int: 'kubernetes.Quantity.() -> int',
  },
  compareTo: {
    quantity_compare_to: 'kubernetes.Quantity.(kubernetes.Quantity) -> int',
  },
  isGreaterThan: {
    quantity_is_greater_than: 'kubernetes.Quantity.(kubernetes.Quantity) -> bool',
  },
  isInteger: {
    quantity_is_integer: 'kubernetes.Quantity.() -> bool',
  },
  isLessThan: {
    quantity_is_less_than: 'kubernetes.Quantity.(kubernetes.Quantity) -> bool',
  },
  isQuantity: {
    is_quantity_string: '(string) -> bool',
  },
  quantity: {
    string_to_quantity: '(string) -> kubernetes.Quantity',
  },
  sign: {
    quantity_sign: '(kubernetes.Quantity) -> int',
  },
  sub: {
    quantity_sub: 'kubernetes.Quantity.(kubernetes.Quantity) -> kubernetes.Quantity',
    quantity_sub_int: 'kubernetes.Quantity.(int) -> kubernetes.Quantity',
  },
};

/** IP addresses. Source: `library/ip.go`. */
export const IP_FUNCTIONS: Signatures = {
  family: {
    ip_family: 'opaque(net.IP).() -> int',
  },
  ip: {
    string_to_ip: '(string) -> opaque(net.IP)',
  },
  'ip.isCanonical': {
    ip_is_canonical: '(string) -> bool',
  },
  isGlobalUnicast: {
    ip_is_global_unicast: 'opaque(net.IP).() -> bool',
  },
  isIP: {
    is_ip: '(string) -> bool',
  },
  isLinkLocalMulticast: {
    ip_is_link_local_multicast: 'opaque(net.IP).() -> bool',
  },
  isLinkLocalUnicast: {
    ip_is_link_local_unicast: 'opaque(net.IP).() -> bool',
  },
  isLoopback: {
    ip_is_loopback: 'opaque(net.IP).() -> bool',
  },
  isUnspecified: {
    ip_is_unspecified: 'opaque(net.IP).() -> bool',
  },
  string: {
    ip_to_string: '(opaque(net.IP)) -> string',
  },
};

/** Ranges of IP addresses. Source: `library/cidr.go`. */
export const CIDR_FUNCTIONS: Signatures = {
  cidr: {
    string_to_cidr: '(string) -> opaque(net.CIDR)',
  },
  containsCIDR: {
    cidr_contains_cidr_string: 'opaque(net.CIDR).(string) -> bool',
    cidr_contains_cidr: 'opaque(net.CIDR).(opaque(net.CIDR)) -> bool',
  },
  containsIP: {
    cidr_contains_ip_string: 'opaque(net.CIDR).(string) -> bool',
    cidr_contains_ip_ip: 'opaque(net.CIDR).(opaque(net.IP)) -> bool',
  },
  ip: {
    cidr_ip: 'opaque(net.CIDR).() -> opaque(net.IP)',
  },
  isCIDR: {
    is_cidr: '(string) -> bool',
  },
  masked: {
    cidr_masked: 'opaque(net.CIDR).() -> opaque(net.CIDR)',
  },
  prefixLength: {
    cidr_prefix_length: 'opaque(net.CIDR).() -> int',
  },
  string: {
    cidr_to_string: '(opaque(net.CIDR)) -> string',
  },
};

/** Formats of names and values. Source: `library/format.go`. */
export const FORMAT_FUNCTIONS: Signatures = {
  'format.byte': {
    'format.byte': '() -> kubernetes.NamedFormat',
  },
  'format.date': {
    'format.date': '() -> kubernetes.NamedFormat',
  },
  'format.datetime': {
    'format.datetime': '() -> kubernetes.NamedFormat',
  },
  'format.dns1035Label': {
    'format.dns1035Label': '() -> kubernetes.NamedFormat',
  },
  'format.dns1035LabelPrefix': {
    'format.dns1035LabelPrefix': '() -> kubernetes.NamedFormat',
  },
  'format.dns1123Label': {
    'format.dns1123Label': '() -> kubernetes.NamedFormat',
  },
  'format.dns1123LabelPrefix': {
    'format.dns1123LabelPrefix': '() -> kubernetes.NamedFormat',
  },
  'format.dns1123Subdomain': {
    'format.dns1123Subdomain': '() -> kubernetes.NamedFormat',
  },
  'format.dns1123SubdomainPrefix': {
    'format.dns1123SubdomainPrefix': '() -> kubernetes.NamedFormat',
  },
  'format.labelValue': {
    'format.labelValue': '() -> kubernetes.NamedFormat',
  },
  'format.named': {
    'format-named': '(string) -> optional(kubernetes.NamedFormat)',
  },
  'format.qualifiedName': {
    'format.qualifiedName': '() -> kubernetes.NamedFormat',
  },
  'format.uri': {
    'format.uri': '() -> kubernetes.NamedFormat',
  },
  'format.uuid': {
    'format.uuid': '() -> kubernetes.NamedFormat',
  },
  validate: {
    'format-validate': 'kubernetes.NamedFormat.(string) -> optional(list(string))',
  },
};

/** Semantic versions. Source: `library/semverlib.go`, version 1. */
export const SEMVER_FUNCTIONS: Signatures = {
  compareTo: {
    semver_compare_to: 'kubernetes.Semver.(kubernetes.Semver) -> int',
  },
  isGreaterThan: {
    semver_is_greater_than: 'kubernetes.Semver.(kubernetes.Semver) -> bool',
  },
  isLessThan: {
    semver_is_less_than: 'kubernetes.Semver.(kubernetes.Semver) -> bool',
  },
  isSemver: {
    is_semver_string: '(string) -> bool',
    is_semver_string_bool: '(string, bool) -> bool',
  },
  major: {
    semver_major: 'kubernetes.Semver.() -> int',
  },
  minor: {
    semver_minor: 'kubernetes.Semver.() -> int',
  },
  patch: {
    semver_patch: 'kubernetes.Semver.() -> int',
  },
  semver: {
    string_to_semver: '(string) -> kubernetes.Semver',
    string_bool_to_semver: '(string, bool) -> kubernetes.Semver',
  },
};

/** JSON patches. Source: `library/jsonpatch.go`. */
export const JSON_PATCH_FUNCTIONS: Signatures = {
  'jsonpatch.escapeKey': {
    string_jsonpatch_escapeKey_string: '(string) -> string',
  },
};
