// Every format by its name.
import type { Made } from '../item.ts'
import type { FormatName } from '../task-shape.ts'
import type { Draftable } from './draftable.ts'
import { blogOutline, faq, keyPoints, seoMeta, titles } from './lists.ts'
import { linkedin, newsletter, summary, xPost, xThread } from './posts.ts'

export const drafts: Readonly<Record<FormatName, (from: Draftable) => Made>> = {
  x_post: xPost,
  x_thread: xThread,
  linkedin,
  newsletter,
  blog_outline: blogOutline,
  summary,
  key_points: keyPoints,
  titles,
  faq,
  seo_meta: seoMeta,
}
