// Written by us in the UN list's shape, of people who do not exist: names in parts, empty elements, births as a year, a date and a span.
import { defineSample } from '../../../define.ts'

interface Sample {
  readonly tag: 'INDIVIDUAL' | 'ENTITY'
  readonly id: number
  readonly reference: string
  readonly names: readonly string[]
  readonly regime: string
  readonly listed: string
  readonly aliases: readonly (readonly [quality: string, name: string])[]
  readonly birth?: string
  readonly document?: string
  readonly country: string
}

const entries: readonly Sample[] = [
  {
    tag: 'INDIVIDUAL',
    id: 9900001,
    reference: 'ZZi.001',
    names: ['OMARO', 'TESTIBALD', 'BELLAVISTAN'],
    regime: 'Sampleland',
    listed: '2012-12-31',
    aliases: [
      ['Good', 'OMARO BELAVISTAN'],
      ['Low', 'The Sampler'],
    ],
    birth: '<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1971</YEAR>',
    document: '<TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>ZZ7654321</NUMBER><ISSUING_COUNTRY>Nowhere</ISSUING_COUNTRY>',
    country: 'Nowhere',
  },
  {
    tag: 'INDIVIDUAL',
    id: 9900002,
    reference: 'ZZi.002',
    names: ['FICTIVUS', 'MODELMAN'],
    regime: 'Al-Sample',
    listed: '2020-03-05',
    aliases: [['', '']],
    birth: '<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1960</FROM_YEAR><TO_YEAR>1962</TO_YEAR>',
    country: 'Rwanda',
  },
  {
    tag: 'ENTITY',
    id: 9900003,
    reference: 'ZZe.001',
    names: ['SPECIMEN RELIEF FOUNDATION'],
    regime: 'Sampleland',
    listed: '2016-06-01',
    aliases: [['a.k.a.', 'SPECIMEN TRUST']],
    country: 'Nowhere',
  },
]

const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
const leaf = (name: string, text: string) => (text === '' ? `<${name}/>` : `<${name}>${text}</${name}>`)

function write(one: Sample): string {
  return [
    `    <${one.tag}>`,
    leaf('DATAID', String(one.id)),
    leaf('VERSIONNUM', '1'),
    ...one.names.map((name, i) => leaf(parts[i]!, name)),
    leaf('UN_LIST_TYPE', one.regime),
    leaf('REFERENCE_NUMBER', one.reference),
    leaf('LISTED_ON', one.listed),
    leaf('COMMENTS1', 'A sample of somebody who does not exist.'),
    ...(one.tag === 'INDIVIDUAL' ? [`<NATIONALITY>${leaf('VALUE', one.country)}</NATIONALITY>`] : []),
    `<LIST_TYPE>${leaf('VALUE', 'UN List')}</LIST_TYPE>`,
    ...one.aliases.map(
      ([quality, name]) => `<${one.tag}_ALIAS>${leaf('QUALITY', quality)}${leaf('ALIAS_NAME', name)}</${one.tag}_ALIAS>`,
    ),
    `<${one.tag}_ADDRESS>${leaf('CITY', '')}${leaf('COUNTRY', one.country)}</${one.tag}_ADDRESS>`,
    ...(one.birth === undefined ? [] : [`<INDIVIDUAL_DATE_OF_BIRTH>${one.birth}</INDIVIDUAL_DATE_OF_BIRTH>`]),
    one.document === undefined ? '<INDIVIDUAL_DOCUMENT/>' : `<INDIVIDUAL_DOCUMENT>${one.document}</INDIVIDUAL_DOCUMENT>`,
    '<SORT_KEY/>',
    `    </${one.tag}>`,
  ].join('\n')
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'scsanctions.un.org') return null
    const of = (tag: Sample['tag']) => entries.filter((one) => one.tag === tag).map(write)
    const midnight = `${now.toISOString().slice(0, 10)}T00:00:09.554Z`
    const body = [
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
      `<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="${midnight}">`,
      '  <INDIVIDUALS>',
      ...of('INDIVIDUAL'),
      '  </INDIVIDUALS>',
      '  <ENTITIES>',
      ...of('ENTITY'),
      '  </ENTITIES>',
      '</CONSOLIDATED_LIST>',
    ].join('\n')
    return { type: 'text/xml', body }
  },
})
