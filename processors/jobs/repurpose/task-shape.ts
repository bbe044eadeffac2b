// What a worker is given to repurpose beside the text, and what it has to say of it.
export const formatNames = [
  'x_post',
  'x_thread',
  'linkedin',
  'newsletter',
  'blog_outline',
  'summary',
  'key_points',
  'titles',
  'faq',
  'seo_meta',
] as const
export type FormatName = (typeof formatNames)[number]

export type Wishes = {
  readonly formats: readonly FormatName[]
  readonly maxItems: number
  readonly keepQuotes: boolean
  /** Of the source, where the caller says so. */
  readonly language: string | null
}

/** What the body holds: the caller's text, or a page with what is known of it. */
export type SourceText = {
  readonly text: string
  readonly title: string | null
  /** As the page itself declares it. */
  readonly language?: string | null
  readonly page: {
    readonly url: string
    readonly final_url: string
    readonly fetched_at: string
    readonly truncated: boolean
  } | null
}

export type RepurposeInput = Wishes & { readonly asOf: string }

/** A sentence that a model may use, by the number it is shown with. */
export type Evidence = { readonly start: number; readonly end: number; readonly text: string }

export type RepurposeOutput =
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'repurposed'; readonly evidence: readonly Evidence[] }
