/**
 * Words and phrases that a reader with little English may not understand, or that mean something else in Kubernetes.
 */
const ODD_PHRASES: readonly RegExp[] = [
  /\bmend(s|ed)?\b/i,
  /\bwhom\b/i,
  /\bslips?\b/i,
  /\bleave it out\b|\bleave \S+ out\b/i,
  /\bthere is no (field|format|version)\b/i,
  /(?<!\bthere )\b(is|was|are|were) no (?!longer\b|more\b|less\b|greater\b|other\b|such\b)/i,
  /\bis (about|for) (every|everything|nothing|all)\b/i,
  /\bbelongs? to (the whole cluster|no namespace)\b/i,
  /\bfits? (every|any|no) text\b/i,
  /\btold apart\b|\btells? apart\b/i,
  /\bwithout a word\b/i,
  /\bbehind (it|all|them|this|that)\b/i,
  /\bthrows? (it |this )?\w* ?away\b/i,
  /\bat hand\b/i,
  /\bas it stands\b|\bstands? (at|in|on|for)\b/i,
  /\bfrom \d+ on\b/i,
  /\bof its own accord\b/i,
  /\bgives? up\b/i,
  /\bheld down\b/i,
  /\bthe server (says|speaks|asks)\b/i,
  /\btakes? (no|any|every)\b/i,
  /\b(lower|upper)-case\b/i,
  /\bbesides?\b/i,
  /\b(mis)?spelt\b/i,
  /\bask(s|ed)? (first|for it)\b/i,
  /\bends? in an error\b/i,
  /\bill-typed\b/i,
  /\bwhere not said\b|\b(is|are) not said\b/i,
  /\bdemands? (on|for|that)\b/i,
  /\btruth values?\b/i,
  /\bwhole number/i,
  /\bpass(es)? over\b/i,
  /\bit follows that\b/i,
  /\bmakes? up (a|another) name\b/i,
  /\bof use\b/i,
  /\bno more than a note\b/i,
  /\bspeaks? of\b/i,
  /\bheard\b/i,
  /\b(may|can) cost\b/i,
  /\bat their place\b|\bat its place\b/i,
  /\bkeeps? (it|them) as (it|they)\b/i,
];

/** The odd phrases in a text, as they are written there. */
export function oddPhrases(text: string): string[] {
  return ODD_PHRASES.flatMap((phrase) => phrase.exec(text)?.[0] ?? []);
}
