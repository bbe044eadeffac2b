// Expressions that a text can make slow, each with the reason why none does; what is mended leaves this list.

// Worked on in a process of their own, which is killed at its limits.
const ofHostileBytes = [
  '/!\\[([^\\]]{0,500})\\]\\([^)]{0,4000}\\)/g',
  '/(?:\\.\\s?){4,}\\s*(?:\\d+|[ivxlc]+)$/',
  '/(?:\\.\\s?){4,}\\s*\\d*$/',
  '/([\\p{L}\\p{N}]+)-$/u',
  '/(\\*\\*|~~)(?=\\S)([^\\n]{0,500}?\\S)\\1/g',
  '/\\/\\*[\\s\\S]*?\\*\\//g',
  '/\\[((?:\\\\.|[^\\]\\\\]){0,500})\\]\\([^)]{0,4000}\\)/g',
  '/^(?:\\d{1,2}(?:\\.\\d{1,2}){1,4}\\.?|\\d{1,2}|(?:Chapter|CHAPTER) \\d+\\.?|(?:Appendix|APPENDIX) \\p{Lu}\\.?)\\s+\\p{Lu}\\p{L}+[^.]*$/u',
  '/^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$/gu',
  '/^\\S+\\s?\\S*\\.$/',
  '/^\\d{1,2}\\.\\s+\\p{Lu}\\p{L}+[^.]*$/u',
  '/unknown.*(?:security|crypt|encryption)|unsupported.*(?:security|encryption)/i',
]

export const allowed: readonly (readonly [expression: string, reason: string])[] = [
  ...ofHostileBytes.map((text) => [text, "of strangers' bytes, in a worker that is killed at its limits"] as const),
  ['/\\B(?=(\\d{3})+$)/g', 'of a number of ours: 16 digits at most'],
  [
    '/\\b(?:will|plans to|expects to|intends to|scheduled to|to)\\s+(?:report|release|announce|issue|publish)\\b[^.;]{0,160}?\\b(?:results|earnings)\\b[^.;]{0,120}?\\bon\\s+(?:(sun|mon|tues|wednes|thurs|fri|satur)day,?\\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(20\\d\\d))?([^.;]{0,80})/gi',
    'its repetitions end after 160, 120 and 80 characters: so many steps a character, however long the filing',
  ],
  [
    '/SSN [\\d-]{1,20} \\([^)]{0,80}\\)(?:;\\s{0,4})?/g',
    'its repetitions end after 20, 80 and 4 characters: so many steps a character, however long the remark',
  ],
  ['/^( {0,3})(`{3,}|~{3,})([^\\n]*)$/', 'of one line, whose end always fits: nothing is tried twice'],
  ['/0+$/', 'of an amount: 78 digits at most'],
  ['/\\/+$/', 'of an address that the operator configures'],
  ['/^(a+)+$/', 'stalls the loop on purpose, in tests alone'],
  [
    '/[[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]--[\\n\\t\\u200c\\u200d\\ufe00-\\ufe0f]]/gv',
    'one character of a set: recheck does not know the flag v',
  ],
]

/** How many expressions a file makes when the program runs, each with the reason why they are harmless. */
export const allowedUnread: readonly (readonly [file: string, count: number, reason: string])[] = [
  ['ingestors/chains/rpc-fault.ts', 1, 'of a message that is cut at 2,000 characters'],
  ['processors/inputs/kind.ts', 1, 'the pattern of an input; each of those is read where it stands'],
  ['processors/jobs/convert/layout/direction.ts', 3, 'one character, or parts that cannot begin alike'],
  ['processors/jobs/convert/layout/plain-text.ts', 1, 'one character'],
  ['processors/jobs/convert/poppler/info.ts', 1, 'one key of ours a line'],
  ['processors/jobs/read/html/bounded-writer.ts', 1, 'one run of one set'],
  ['processors/jobs/read/html/clutter.ts', 1, 'whole names of a list'],
  ['processors/jobs/read/robots-rules.ts', 1, 'of a rule, in a worker that is killed at its limits'],
  ['base/redact.ts', 1, 'secrets of the operator, word for word'],
]
