// What the queue worker and the read service use of page reading.
export { ReadAnswer, ReadInput, ReadSignal } from './answer.ts'
export { createReader, isRefusal, type PdfReader, type ReaderDeps, type ReadPage } from './read.ts'
export { ReadRefusal, type ReadRefusalCode, readRefusalCodes } from './refusal.ts'
export { createRobots, type Robots } from './robots.ts'
