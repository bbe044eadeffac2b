// Tells a log-in wall, consent wall or bot check from content, by its wording and its shortness.
const wording =
  /\b(?:captcha|are you (?:a )?human|verify (?:that )?you are (?:not a robot|human)|checking your browser|unusual traffic|access denied|enable (?:javascript|cookies)|please (?:log|sign) ?in|(?:log|sign) ?in to (?:continue|read|view)|subscribe to (?:continue|read)|accept (?:all )?cookies|before you continue|are you a robot|bot detection|ddos protection)\b/i
const mostWords = 100

export function looksBlocked(title: string | null, text: string, words: number): boolean {
  return words < mostWords && wording.test(`${title ?? ''}\n${text}`)
}
