// The pages of a PDF as the browser itself shows them, beside what was read of them.
import { h } from '../view/node.ts'
import { element } from './elements.ts'

export interface PageFrame {
  /** Of what is no PDF nothing is shown. */
  show(bytes: Uint8Array<ArrayBuffer>): void
  /** Of another host's document: this page loads nothing from there. */
  point(url: string): void
  clear(): void
}

const pdfMark = '%PDF-'
// A file may begin with a few bytes that are not its own.
const markWithin = 1_024

export function createPageFrame(place: HTMLElement): PageFrame {
  let shown: string | null = null
  const clear = () => {
    place.replaceChildren()
    if (shown !== null) URL.revokeObjectURL(shown)
    shown = null
  }
  return {
    clear,
    show(bytes) {
      clear()
      if (!new TextDecoder('latin1').decode(bytes.subarray(0, markWithin)).includes(pdfMark)) return
      // Named a PDF by us: whatever else it is, nothing in it runs here.
      shown = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
      place.append(element(h('iframe', { class: 'pages', title: 'The document’s pages', src: `${shown}#toolbar=0&navpanes=0` })))
    },
    point(url) {
      clear()
      if (!/^https?:\/\//.test(url)) return
      place.append(
        element(
          h('p', { class: 'soft' }, h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, 'The document itself')),
        ),
      )
    },
  }
}
