// The programs beside Node that some routes need.
import { existsSync } from 'node:fs'
import { curveInUse } from '../../api/payment/proof/curve/index.ts'
import { ocrLanguages } from '../../processors/jobs/convert/ocr/languages.ts'
import { findProgram } from '../../processors/jobs/convert/process/find-program.ts'
import { describeWeakness, findConfinement } from '../../processors/jobs/workers/confinement.ts'
import { entry } from '../../processors/jobs/workers/worker-process.ts'
import type { Finding } from './finding.ts'

const programs = [
  { name: 'pdftotext', needed: 'documents are not converted', todo: 'install poppler-utils' },
  { name: 'tesseract', needed: 'scanned pages are not read', todo: 'install tesseract-ocr' },
]

const encodings = '/usr/share/poppler/cMap'

export async function examinePrograms(): Promise<Finding[]> {
  return [
    { part: 'program', name: 'node', state: 'ok', seen: process.version, todo: '' },
    examineCurve(),
    await examineConfinement(),
    ...programs.map(({ name, needed, todo }): Finding => {
      const path = findProgram(name)
      return path === null
        ? { part: 'program', name, state: 'away', seen: `not found: ${needed}`, todo }
        : {
            part: 'program',
            name,
            state: 'ok',
            seen: name === 'tesseract' ? `${path}: ${ocrLanguages().join(', ')}` : path,
            todo: '',
          }
    }),
    // Elsewhere they come with poppler itself.
    process.platform !== 'linux' || existsSync(encodings)
      ? { part: 'program', name: 'poppler-data', state: 'ok', seen: encodings, todo: '' }
      : {
          part: 'program',
          name: 'poppler-data',
          state: 'away',
          seen: 'not found: Chinese, Japanese and Korean text of some PDFs comes out empty',
          todo: 'install poppler-data',
        },
  ]
}

function examineCurve(): Finding {
  const about = { part: 'program', name: 'secp256k1' } as const
  const { name } = curveInUse()
  if (name === 'system') return { ...about, state: 'ok', seen: "the system's library", todo: '' }
  if (name === 'package') {
    const seen = "the npm package's library: signature checks cost a third more than by the system's"
    const todo = process.platform === 'linux' ? 'install libsecp256k1' : ''
    return { ...about, state: 'ok', seen, todo, ...(todo && { isRemarkable: true }) }
  }
  const seen = 'the native library is missing: signature checks cost 30 times as much'
  return { ...about, state: 'wrong', seen, todo: 'npm rebuild secp256k1' }
}

// No fault: it works, with one wall less.
async function examineConfinement(): Promise<Finding> {
  const weakness = describeWeakness((await findConfinement(entry)).state)
  const about = { part: 'program', name: 'workers' } as const
  if (weakness === null) return { ...about, state: 'ok', seen: 'a user of their own, no network', todo: '' }
  return { ...about, state: 'off', ...weakness }
}
