// How files of each language are named.
import type { Language } from './task-shape.ts'

export const extensions: Readonly<Record<Language, string>> = { solidity: '.sol', rust: '.rs', move: '.move' }
