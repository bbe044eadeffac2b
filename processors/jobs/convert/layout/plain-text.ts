// Writes typographic quotes, dashes, ligatures and soft hyphens plainly: readers match text, and fonts differ in how they set it.
const pieces = '⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭'
const plain: Record<string, string> = {
  // Pieces of large brackets, where Adobe's fonts number them.
  ...Object.fromEntries([...pieces].map((piece, i) => [String.fromCodePoint(0xf8eb + i), piece])),
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '\u00ad': '-',
  '\u00a0': ' ',
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
  '∼': '~',
  '∗': '*',
}
const pattern = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

// Set of two single ones, as typewriters and some journals do.
const double = /‘‘|’’/g

export const plainText = (text: string) => text.replace(double, '"').replace(pattern, (c) => plain[c]!)
