// The whole program, started once for both: its catalog as a buyer meets it, and README's commands.
import { afterAll, beforeAll, describe } from 'vitest'
import { startWholeProgram, type WholeProgram } from '../support/whole-program.ts'
import { describeCatalog } from './whole/catalog.ts'
import { describeReadme } from './whole/readme.ts'

let program: WholeProgram
beforeAll(async () => {
  program = await startWholeProgram()
}, 240_000)
afterAll(() => program?.gateway.close())

describe('the catalog', () => describeCatalog(() => program))
describe('README', () => describeReadme(() => program))
