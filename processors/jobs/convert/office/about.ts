// What an office file says of itself: title, author, program and dates.

import type { About } from './flow.ts'
import { isoDate } from './iso-date.ts'
import type { OfficePackage } from './package.ts'
import { find, parseXml, textOf } from './xml.ts'

export function readAbout(file: OfficePackage): About {
  const partOf = (type: string) => file.relations('').find((one) => one.type === type)?.part
  const read = (type: string) => {
    const part = partOf(type)
    const xml = part ? file.text(part) : null
    return xml === null ? undefined : parseXml(xml)
  }
  const [core, extended] = [read('core-properties'), read('extended-properties')]
  const said = (name: string) => {
    const element = find(core, name)
    return element === undefined ? '' : textOf(element).trim().slice(0, 500)
  }
  const program = find(extended, 'Application')
  return {
    head: {
      title: said('title'),
      author: said('creator'),
      subject: said('subject'),
      creator: program === undefined ? '' : textOf(program).trim().slice(0, 200),
    },
    createdAt: isoDate(said('created')),
    modifiedAt: isoDate(said('modified')),
  }
}
