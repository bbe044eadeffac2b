// What runs in a page: each part looks for its own place in it, and does nothing where there is none.
import { offerCalls } from './calls.ts'
import { offerSamples } from './samples.ts'
import { offerSearch } from './search.ts'

offerSearch()
offerCalls()
offerSamples()
const panel = document.querySelector<HTMLElement>('[data-try]')
if (panel !== null) void import('./try.ts').then(({ offerTry }) => offerTry(panel))
const cascade = document.querySelector<HTMLElement>('[data-cascade]')
if (cascade !== null) void import('./cascade.ts').then(({ showCascade }) => showCascade(cascade))
const documents = document.querySelector<HTMLElement>('[data-documents]')
if (documents !== null) void import('./documents.ts').then(({ offerDocuments }) => offerDocuments(documents))
