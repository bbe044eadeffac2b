// Takes out of page text every character that shows nothing or bends what is shown; line breaks and tabs stay.

// Controls and everything Unicode says to show as nothing, save the joiners (Persian, Indic scripts and emoji need them) and emoji style marks.
const invisible = /[[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\n\t\u200c\u200d\ufe00-\ufe0f]]/gv
const oddSpace = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\v\f\u0085]/g, '\n')
    .replace(invisible, '')
    .replace(oddSpace, ' ')
    .toWellFormed()
}

// At most one empty line between blocks; what stands inside a code fence is not touched.
export function tidyBlocks(markdown: string): string {
  const lines: string[] = []
  let fence: string | null = null
  for (const line of markdown.split('\n')) {
    const inside = fence !== null
    fence = fenceAfter(line, fence)
    const bare = inside ? line : line.replace(/^[ \t]+$/, '').replace(/^((?:>[ \t]?)*>)[ \t]*$/, '$1')
    if (!inside && bare === '') {
      if (lines.at(-1) === '') continue
      lines.push(lines.pop()?.trimEnd() ?? '')
    }
    lines.push(bare)
  }
  return lines.join('\n').trim()
}

// Cuts at the end of a block, else of a word, and closes a code fence that the cut left open.
export function cutAtBlock(text: string, maxChars: number): { text: string; truncated: boolean } {
  if (text.length <= maxChars) return { text, truncated: false }
  const head = text.slice(0, maxChars)
  const block = head.lastIndexOf('\n\n')
  const word = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'))
  const end = block > maxChars / 2 ? block : word > maxChars / 2 ? word : maxChars
  // A heading without its text is no end.
  const cut = head
    .slice(0, end)
    .toWellFormed()
    .trimEnd()
    .replace(/(?:\n\n#{1,6} [^\n]*){1,3}$/, '')
  const open = cut.split('\n').reduce<string | null>((fence, line) => fenceAfter(line, fence), null)
  return { text: open === null ? cut : `${cut}\n${open}`, truncated: true }
}

function fenceAfter(line: string, open: string | null): string | null {
  // No fence of ours is longer than this; a longer run is a page's text.
  const marker = /^[\s>]*(`{3,41})(?!`)/.exec(line)?.[1]
  if (marker === undefined) return open
  if (open === null) return marker
  return marker.length >= open.length ? null : open
}
