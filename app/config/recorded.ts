// The recorded world's part of the configuration: where its answers lie, and the moment its clock starts at.
import { readIsoTime } from '../../base/iso-time.ts'
import type { ConfigReader, World } from './reader.ts'

export interface RecordedSettings {
  readonly folder: string
  /** Null is now. */
  readonly at: Date | null
}

export function readRecordedSettings(read: ConfigReader, world: World): RecordedSettings | null {
  const [folder, at] = [read.text('RECORDED_DIR', ''), read.text('RECORDED_AT', '')]
  if (world !== 'recorded') return null
  if (folder === '') read.complain('RECORDED_DIR is not set: WORLD=recorded answers from the recordings in that folder')
  const start = readIsoTime(at)
  if (at !== '' && start === null) read.complain(`RECORDED_AT=${JSON.stringify(at)} is not an ISO time such as 2026-11-01T00:00Z`)
  return { folder, at: start }
}
