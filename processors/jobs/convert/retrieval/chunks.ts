// The document in pieces for retrieval: each under one path of headings, and no longer than it may be.
import type { ConvertedBlock, ConvertedChunk } from '../schema.ts'
import { titleOf } from './blocks.ts'
import { splitBlock } from './split-block.ts'
import { tokensOf } from './tokens.ts'

interface OpenChunk {
  path: readonly string[]
  readonly texts: string[]
  tokens: number
  readonly firstPage: number
  lastPage: number
  /** Nothing but headings so far. */
  isBare: boolean
}

const between = '\n\n'
const betweenTokens = tokensOf(between)

export function chunksOf(blocks: readonly ConvertedBlock[], most: number): ConvertedChunk[] {
  const chunks: OpenChunk[] = []
  for (const block of blocks) {
    if (block.kind === 'furniture') continue
    const isHeading = block.kind === 'heading'
    const path = isHeading ? [...block.path, titleOf(block.text)] : block.path
    for (const text of splitBlock(block, most)) {
      const tokens = tokensOf(text)
      const open = chunks.at(-1)
      if (open && goesOn(open, path) && open.tokens + betweenTokens + tokens <= most) {
        open.path = path
        open.texts.push(text)
        open.tokens += betweenTokens + tokens
        open.lastPage = block.page
        open.isBare &&= isHeading
      } else chunks.push({ path, texts: [text], tokens, firstPage: block.page, lastPage: block.page, isBare: isHeading })
    }
  }
  return chunks.map(chunkOf)
}

// A heading goes with what stands under it, a heading of its own included.
function goesOn(open: OpenChunk, path: readonly string[]): boolean {
  const isUnder = open.path.every((title, i) => path[i] === title)
  return isUnder && (open.isBare || open.path.length === path.length)
}

function chunkOf({ path, texts, firstPage, lastPage }: OpenChunk): ConvertedChunk {
  const text = texts.join(between)
  return { path: [...path], first_page: firstPage, last_page: lastPage, tokens: tokensOf(text), text }
}
