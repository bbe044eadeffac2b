// The answer of a conversion, as type, validator and documentation in one value.
import Type, { type Static } from 'typebox'

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

export const ConvertedTable = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  caption: Nullable(Type.String()),
  header: Type.Array(Type.Array(Type.String()), { description: 'Heading rows, spans repeated in every cell they cover' }),
  rows: Type.Array(Type.Array(Type.String()), { description: 'Body rows, all as wide as the header' }),
  html: Type.String({ description: 'The table with its row and column spans' }),
  csv: Type.String(),
})

export const ConvertWarning = Type.Object({
  code: Type.String({
    description:
      'hidden_text, visibility_unknown, hidden_parts, left_out, repaired, ocr_off, ocr_unavailable, ocr_capped, ocr_failed, ocr_language, pictures_capped, comments_capped, pages_failed, pages_cut, page_simplified, page_cut, summary_fallback, fonts_unknown',
  }),
  message: Type.String(),
  pages: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }))),
  count: Type.Optional(Type.Integer({ minimum: 1 })),
})

const formats = ['pdf', 'docx', 'pptx', 'xlsx', 'html'] as const

export const DocumentMetadata = Type.Object({
  format: Type.Enum([...formats], { description: 'What the document is by its bytes, whatever it was called' }),
  title: Nullable(Type.String()),
  author: Nullable(Type.String()),
  subject: Nullable(Type.String()),
  creator: Nullable(Type.String()),
  producer: Nullable(Type.String()),
  created_at: Nullable(Type.String()),
  modified_at: Nullable(Type.String()),
  pages: Type.Integer({
    minimum: 1,
    description:
      'Pages in the whole document; of a workbook its sheets, of a presentation its slides, of running text (DOCX, HTML) the pages it was last shown on, else one for 3,000 characters',
  }),
  language: Nullable(Type.String({ description: 'ISO 639-1, guessed from the text' })),
  page_kinds: Type.Array(
    Type.Object({
      page: Type.Integer(),
      kind: Type.Union([Type.Literal('text'), Type.Literal('scanned'), Type.Literal('mixed'), Type.Literal('empty')]),
    }),
  ),
  outline: Type.Array(Type.Object({ title: Type.String(), page: Type.Integer(), level: Type.Integer({ minimum: 1 }) })),
})

export const DocumentSummary = Type.Object({
  text: Type.String(),
  method: Type.Union([Type.Literal('extractive'), Type.Literal('model')]),
  model: Nullable(Type.String()),
})

const Page = Type.Integer({ minimum: 1 })
const HeadingPath = Type.Array(Type.String(), { description: 'The headings it stands under, the outermost first' })

export const ConvertedBlock = Type.Object({
  page: Page,
  kind: Type.Enum(['heading', 'paragraph', 'list-item', 'code', 'table', 'footnote', 'furniture', 'picture']),
  level: Nullable(Type.Integer({ minimum: 1, description: 'Of a heading' })),
  box: Nullable(
    Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description:
        'Left, top, right and bottom in points from the top left of the page as it was read; where it goes on, of its beginning. Null where a document has no places: running text and sheets',
    }),
  ),
  path: HeadingPath,
  text: Type.String({ description: 'As Markdown' }),
  ocr_confidence: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'How sure OCR was, where it was read in a picture' }),
  ),
})

export const ConvertedPicture = Type.Object({
  page: Page,
  box: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: 'Left, top, right and bottom in points from the top left of the page as it was read',
  }),
  caption: Nullable(Type.String({ description: 'Of the figure, as it is printed beside it' })),
  text: Nullable(Type.String({ description: 'What OCR read in it, as Markdown; null where it says nothing or was not read' })),
  ocr_confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
})

export const ConvertedComment = Type.Object({
  page: Page,
  kind: Type.Enum(['note', 'highlight', 'underline', 'strikeout', 'insertion', 'stamp', 'drawing', 'attachment']),
  box: Type.Array(Type.Number(), { minItems: 4, maxItems: 4, description: 'Where it is fixed to the page, in points' }),
  author: Nullable(Type.String()),
  text: Type.String(),
  at: Nullable(Type.String({ description: 'When it was last changed, as it says itself' })),
})

export const ConvertedChunk = Type.Object({
  path: HeadingPath,
  first_page: Page,
  last_page: Page,
  tokens: Type.Integer({ minimum: 1, description: 'Estimated by script and word length: models differ by a tenth or so' }),
  text: Type.String({ description: 'As Markdown' }),
})

export const PageSize = Type.Object({
  page: Page,
  width: Type.Number({ description: 'In points, as it was read' }),
  height: Type.Number(),
  turned: Type.Enum([0, 90, 180, 270], { description: 'Degrees clockwise from how the file shows the page to how it was read' }),
})

export const ConvertedDocument = Type.Object({
  label: Type.Union([Type.Literal('converted'), Type.Literal('partial'), Type.Literal('scanned')]),
  textConfidence: Type.Number({ minimum: 0, maximum: 1 }),
  markdown: Type.String(),
  tables: Type.Array(ConvertedTable),
  pictures: Type.Array(ConvertedPicture, {
    description: 'Where a PDF shows pictures; in clean Markdown a comment marks each place, and labels read in it are quoted',
  }),
  comments: Type.Optional(
    Type.Array(ConvertedComment, {
      description: 'With comments: true. What its readers noted on a PDF; hidden notes are left out',
    }),
  ),
  blocks: Type.Optional(Type.Array(ConvertedBlock, { description: 'With blocks: true' })),
  page_sizes: Type.Optional(Type.Array(PageSize, { description: 'With blocks: true' })),
  chunks: Type.Optional(Type.Array(ConvertedChunk, { description: 'With chunks' })),
  metadata: DocumentMetadata,
  word_count: Type.Integer({ minimum: 0 }),
  page_count: Type.Integer({ minimum: 1, description: 'Pages converted' }),
  table_count: Type.Integer({ minimum: 0 }),
  summary: Nullable(DocumentSummary),
  warnings: Type.Array(ConvertWarning),
})

export const ConvertOptions = Type.Object(
  {
    summarize: Type.Optional(Type.Boolean({ default: true })),
    pages: Type.Optional(
      Type.String({ pattern: '^\\d{1,6}(-\\d{1,6})?(,\\d{1,6}(-\\d{1,6})?)*$', maxLength: 200, examples: ['1-5,9'] }),
    ),
    ocr: Type.Optional(Type.Union([Type.Literal('auto'), Type.Literal('off'), Type.Literal('force')])),
    ocr_lang: Type.Optional(
      Type.String({
        pattern: '^[a-z]{3}(_[a-z]{3,4})?(\\+[a-z]{3}(_[a-z]{3,4})?){0,2}$',
        description:
          'The languages of pictures of text, by the names of tesseract’s data, up to three (deu+eng). Where nothing is said English, or what the script tells; one that is not installed is 422 with what there is',
        examples: ['deu+eng'],
      }),
    ),
    style: Type.Optional(Type.Union([Type.Literal('clean'), Type.Literal('faithful')])),
    tables: Type.Optional(Type.Union([Type.Literal('markdown'), Type.Literal('html')])),
    page_breaks: Type.Optional(Type.Boolean({ description: 'Mark page breaks with HTML comments' })),
    comments: Type.Optional(Type.Boolean({ description: 'Add what readers noted on the pages of a PDF' })),
    blocks: Type.Optional(Type.Boolean({ description: 'Add every block with its kind, page and box' })),
    chunks: Type.Optional(
      Type.Object(
        { max_tokens: Type.Integer({ minimum: 64, maximum: 8_192 }) },
        { additionalProperties: false, description: 'Add the document in pieces for retrieval, each under one path of headings' },
      ),
    ),
  },
  { additionalProperties: false },
)

export type DocumentFormat = (typeof formats)[number]
export type ConvertedTable = Static<typeof ConvertedTable>
export type ConvertedBlock = Static<typeof ConvertedBlock>
export type ConvertedPicture = Static<typeof ConvertedPicture>
export type ConvertedComment = Static<typeof ConvertedComment>
export type ConvertedChunk = Static<typeof ConvertedChunk>
export type PageSize = Static<typeof PageSize>
export type ConvertWarning = Static<typeof ConvertWarning>
export type DocumentMetadata = Static<typeof DocumentMetadata>
export type DocumentSummary = Static<typeof DocumentSummary>
export type ConvertedDocument = Static<typeof ConvertedDocument>
export type ConvertOptions = Static<typeof ConvertOptions>
