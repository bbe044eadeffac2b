// The document page: a preview for nothing, of an address or a file of the visitor's own, and the whole of that file paid for like any call.

import { showMarkdown } from '../view/markdown.ts'
import { type Child, h } from '../view/node.ts'
import { showSection } from '../view/sections.ts'
import type { JsonValue } from '../view/shapes.ts'
import { elements } from './elements.ts'
import { createPageFrame } from './page-frame.ts'
import type { Call } from './request.ts'
import { createSteps } from './steps.ts'
import { askOnce } from './try.ts'
import { findWallets, type Wallet } from './wallets.ts'

interface Given {
  readonly sample: string
  readonly preview: string
  readonly previewFile: string
  readonly convert: string
  readonly faucet: string | null
  readonly receipts: string
}

interface Converted {
  readonly markdown?: string
  readonly summary?: { readonly text?: string } | null
  readonly metadata?: JsonValue
}

const mostMegabytes = 25

export function offerDocuments(root: HTMLElement): void {
  const { sample, preview, previewFile, convert, faucet, receipts } = JSON.parse(root.dataset.documents!) as Given
  const part = <E extends HTMLElement>(name: string) => root.querySelector<E>(`[data-${name}]`)!
  const steps = createSteps(part('steps'))
  const pages = createPageFrame(part('pages'))
  const wallets: Wallet[] = []
  findWallets((wallet) => wallets.push(wallet))
  let isHeld = false
  const hold = (held: boolean) => {
    isHeld = held
    button.disabled = held
    whole.disabled = held
  }
  const ask = (call: Call) => {
    steps.clear()
    void askOnce({
      hold,
      call,
      steps,
      wallets,
      faucet,
      receipts,
      show: (text) => part('result').replaceChildren(...elements(showDocument(JSON.parse(text) as Converted))),
    })
  }
  const whole = part<HTMLButtonElement>('whole')
  let buyWhole: (() => void) | null = null
  whole.addEventListener('click', () => buyWhole?.())
  const offerWhole = (buy: (() => void) | null) => {
    buyWhole = buy
    whole.hidden = buy === null
  }
  const address = part<HTMLFormElement>('address')
  const button = address.querySelector('button')!
  button.disabled = false
  address.addEventListener('submit', (event) => {
    event.preventDefault()
    const url = root.querySelector<HTMLInputElement>('#url')!.value.trim()
    offerWhole(null)
    if (url === '') void showSample()
    else pages.point(url)
    ask({ url: url === '' ? preview : `${preview}?url=${encodeURIComponent(url)}`, init: { method: 'GET' }, shown: '' })
  })
  const showSample = async () => {
    pages.clear()
    const answer = await fetch(sample)
    if (answer.ok) pages.show(new Uint8Array(await answer.arrayBuffer()))
  }
  const take = async (file: File | undefined) => {
    // What is paid for just now is not shown over.
    if (file === undefined || isHeld) return
    if (file.size > mostMegabytes * 1_048_576) {
      steps.clear()
      steps.begin(file.name).say('bad', `It is larger than ${mostMegabytes} MB.`)
      return
    }
    const bytes = new Uint8Array(await file.arrayBuffer())
    const base64 = base64Of(bytes)
    const send = (url: string, options: { summarize?: true }) =>
      ask({
        url,
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ base64, ...options }),
        },
        shown: JSON.stringify({ base64: `… ${file.name}, ${file.size} bytes …`, ...options }),
      })
    pages.show(bytes)
    offerWhole(() => send(convert, { summarize: true }))
    send(previewFile, {})
  }
  const file = part<HTMLInputElement>('file')
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? []
    // The same file may be chosen again: its wallet may have refused, or its words have changed.
    file.value = ''
    void take(chosen)
  })
  const drop = part('drop')
  for (const name of ['dragover', 'dragleave', 'drop'])
    drop.addEventListener(name, (event) => {
      event.preventDefault()
      drop.classList.toggle('over', name === 'dragover')
      if (name === 'drop') void take((event as DragEvent).dataTransfer?.files[0])
    })
}

function showDocument({ markdown = '', summary, metadata }: Converted): Child {
  return [
    summary?.text !== undefined && h('p', { class: 'summary' }, summary.text),
    showMarkdown(markdown),
    h('details', { class: 'raw' }, h('summary', null, 'Markdown'), h('pre', { tabindex: 0 }, h('code', null, markdown))),
    metadata !== undefined &&
      h(
        'details',
        { class: 'raw' },
        h('summary', null, 'About the file'),
        h('div', { class: 'answer' }, showSection('metadata', metadata)),
      ),
  ]
}

const piece = 32_768

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece))
  return btoa(text)
}
