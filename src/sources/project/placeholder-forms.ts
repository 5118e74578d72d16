import { anyPattern } from '../../base/any-pattern.ts';

/** A text that other tools or people replace before a manifest is sent, anywhere in a value. */
export const PLACEHOLDER = anyPattern([
  // `${NAME}` and `${NAME:=default}` of Flux and envsubst, `${.NAME}` of templates in Go, and `$(NAME)` of kustomize. A
  // second `$` makes it ordinary text: `$${NAME}`.
  /(?<!\$)(?:\$\$)*\$(?:\{\s*[\w#.][^{}]*\}|\([A-Za-z_][\w.-]*\))/,
  // `$$name$$`, `__NAME__` and `___name___` of scripts.
  /\$\$[A-Za-z_]\w*\$\$/,
  /__[A-Z][A-Z\d]*(?:_[A-Z\d]+)*__/,
  /___[a-z][A-Za-z\d]*___/,
  // `{{ name }}` of templates, `{NAME}`, and `#{NAME}`.
  /\{\{[^{}]*\}\}/,
  /(?<!\$)\{[A-Z][A-Z\d_]{2,}\}/,
  /#\{[A-Za-z][\w.]*\}/,
  // `#NAME#`.
  /#[A-Z][A-Z\d_]*#/,
  // `<%= name %>` of ERB, and `<< name >>` of templates of Open Cluster Management.
  /<%[^%]*%>/,
  /<<\s*[A-Za-z][\w .-]*>>/,
  // `@NAME@` of configure, and `@project.version@` of Maven.
  /@[A-Z][A-Z\d_]*@/,
  /(?<!\w)@[a-z][\w.-]*@(?!\w)/,
  // `((name))` of Concourse.
  /\(\([\w.:/-]+\)\)/,
  // `%NAME%` and `%{NAME}%`.
  /%[A-Z][A-Z\d_]{2,}%/,
  /%\{[A-Z][A-Z\d_]*\}%/,
  // `***HIDDEN***` and `*** SET BY THE DEPLOYMENT ***`.
  /\*{3} ?[A-Z]+(?: [A-Z]+)* ?\*{3}/,
  // The addresses `A.B.C.D` and `x.x.x.x`.
  /\b[A-Z](?:\.[A-Z]){3}\b/,
  /\b[Xx]{1,3}(?:\.[Xx]{1,3}){3}\b/,
  // Words for the reader, or for a script: `REPLACE_ME`, `replace_me`, `REPLACE_NAME`, `NAME_REPLACE`, `YOUR-PATH`,
  // `web-MY-SHOP`, `your_domain`, `PLACEHOLDER_NAME`, `to be replaced`, `replace this with`, `web-TIMESTAMP`.
  /\b(?:(?:REPLACE|CHANGE)_?ME|replace_me)(?![A-Za-z])/,
  /\bREPLACE_[A-Z]/,
  /[A-Z]_(?:REPLACE|PLACEHOLDER)\b/,
  /\b(?:YOUR[-_]|MY-)[A-Z]/,
  /\byour_[a-z]/,
  /\bPLACEHOLDER(?![A-Za-z])/,
  /\bto be replaced\b/,
  /\b[Rr]eplace (?:this )?with\b/,
  /[a-z\d][-.]TIMESTAMP\b/,
  // `HELMSUBST_NAME` of the generator of the chart of Gatekeeper, and `FILLED BY THE OPERATOR`.
  /\bHELMSUBST_/,
  /\bFILLED[ _]BY[ _]/,
  // `base64-encoded-token`.
  /\b[Bb]ase-?64[ _-]encoded/,
  // Secrets that SOPS, the deployment of Zalando, Kapitan (`?{gpg:name}`), vals (`ref+vault://name`) and 1Password
  // (`op://vault/name`) replace, and the schemas of k8s-crd-resolver (`python://schema`).
  /ENC\[AES256_GCM,/,
  /\bdeployment-secret:\d/,
  /\?\{[a-z\d]+:[^{}]+\}/,
  /\b(?:ref\+[a-z\d]+|op|python):\/\/\w/,
]);

/** A value that is replaced as a whole. */
export const WHOLE_PLACEHOLDER = anyPattern([
  // `($name)` and `(join('-', [$name]))` of Chainsaw.
  /^\([^$]*\$[A-Za-z_][\s\S]*\)$/,
  // `$NAME`, `web.$NAME`, and the key in `${NAME/#prefix/key: value}`.
  /^\$(?!(?:patch|retainKeys)$)[A-Za-z_]\w*$/,
  /^[\w.:/-]*\$[A-Z][\w.:/$-]*$/,
  /^\$\{\w+\/[^{}]*$/,
  // `<service-port>`, `<EDIT: your name>`, `web.<domain>`, `<namespace>.<name>`, `<one>,<two>`, and
  // `<path:web#key | base64encode>` of the Vault plugin of Argo CD.
  /^(?:[\w.,:/-]*< *[A-Za-z*{`][^<>]*>)+[\w.:/-]*$/,
  // `{name}`, `{web.name}` and `[NAME]`, which YAML reads as mappings and a list.
  /^\{[A-Za-z][\w-]*(?:\.[\w-]+|\[[\w-]+\])*\}$/,
  /^\[[A-Z][A-Z\d]*(?:_[A-Z\d]+)*\]$/,
  // An ellipsis, also after other text.
  /^\S* ?\.{3}(?: \([\w ]+\))?$/,
  /^\.{3}[^.][\s\S]*\.{3}$/,
  // `%s` of programs in Go.
  /^[\w.:/-]*%[dqsv][\w.:/%-]*$/,
  // Words: `your key in base64`, `base64(password)`, `placeholder-port`.
  /^[Yy]our [\w .-]+$/,
  /^base64\([^()]*\)$/,
  /^placeholder(?:-[a-z]+)+$/,
  // A version such as `apps/v?beta?`.
  /^[\w.-]+\/v\?[a-z\d]*\??$/,
]);

/** A part of each text that contains a value to be replaced as a whole, or a comment that asks for one. */
export const MAY_BE_WHOLE = anyPattern([
  /\$[A-Za-z_]/,
  /< *[A-Za-z*{`][^<>\n]*>/,
  /\{[A-Za-z][\w.[\]-]*\}/,
  /\[[A-Z][A-Z\d_]*\]/,
  /\.{3}/,
  /%[dqsv]/,
  /\b[Yy]our /,
  /\bbase64\(/,
  /\bplaceholder-[a-z]/,
  /\/v\?/,
  /:[ \t]+(?:\\"|##[ \t]*[A-Z]|#[ \t]*(?:[Ii]nsert|[Rr]eplace|[Ee]nter|[Pp]ut|[Ff]ill|[Aa]dd)\b)/,
  /[Ss]et by /,
  /# TODO\(user\)/,
]);
