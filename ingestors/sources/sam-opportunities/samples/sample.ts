// Written by us in the file's shape: 47 columns in its order, deadlines with an offset, closed notices and other kinds among them.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, noise } from '../../../samples/walk.ts'

const header =
  'NoticeId,Title,Sol#,Department/Ind.Agency,CGAC,Sub-Tier,FPDS Code,Office,AAC Code,PostedDate,Type,BaseType,ArchiveType,ArchiveDate,SetASideCode,SetASide,ResponseDeadLine,NaicsCode,ClassificationCode,PopStreetAddress,PopCity,PopState,PopZip,PopCountry,Active,AwardNumber,AwardDate,Award$,Awardee,PrimaryContactTitle,PrimaryContactFullname,PrimaryContactEmail,PrimaryContactPhone,PrimaryContactFax,SecondaryContactTitle,SecondaryContactFullname,SecondaryContactEmail,SecondaryContactPhone,SecondaryContactFax,OrganizationType,State,City,ZipCode,CountryCode,AdditionalInfoLink,Link,Description'.split(
    ',',
  )
export const sampleAgencies = [
  'DEPT OF DEFENSE',
  'VETERANS AFFAIRS, DEPARTMENT OF',
  'GENERAL SERVICES ADMINISTRATION',
  'HOMELAND SECURITY, DEPARTMENT OF',
]
export const sampleNaics = ['541512', '561730', '236220', '541330', '334511']
const types = [
  'Solicitation',
  'Combined Synopsis/Solicitation',
  'Sources Sought',
  'Presolicitation',
  'Special Notice',
  'Award Notice',
]
const asides = ['', 'SBA', '8A', 'SDVOSBC', 'WOSB', 'NONE']
const states = ['VA', 'TX', 'CA', 'MD', 'WY', 'FL']
const kinds = ['Software support', 'Grounds maintenance', 'Roof replacement', 'Engineering services', 'Radar components']

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'sam.gov' || !url.pathname.endsWith('/ContractOpportunitiesFullCSV.csv')) return null
    const today = dayNumber(now)
    const rows = Array.from({ length: 160 }, (_, i) => {
      const back = Math.floor(((noise('sam/posted', i) + 1) / 2) * 60)
      const cells: Record<string, string> = {
        NoticeId: (i * 2_654_435_761).toString(16).padStart(32, '0').slice(-32),
        Title: `${kinds[i % kinds.length]}, sample ${i}`,
        'Sol#': `SAMPLE-26-R-${1_000 + i}`,
        'Department/Ind.Agency': sampleAgencies[i % sampleAgencies.length]!,
        'Sub-Tier': `SUB TIER ${i % 4}`,
        Office: 'SAMPLE OFFICE',
        PostedDate: `${isoDate(dateOfDay(today - back))} 03:42:50`,
        Type: types[i % types.length]!,
        SetASideCode: asides[i % asides.length]!,
        ResponseDeadLine: i % 11 === 0 ? '' : `${isoDate(dateOfDay(today - back + 25 + (i % 30)))}T14:00:00-05:00`,
        NaicsCode: sampleNaics[i % sampleNaics.length]!,
        ClassificationCode: 'DA01',
        PopCity: i % 7 === 0 ? '' : 'Sampletown',
        PopState: states[i % states.length]!,
        PopCountry: 'USA',
        Active: i % 10 === 9 ? 'No' : 'Yes',
        PrimaryContactFullname: 'not read',
        Link: 'https://sam.gov/workspace/contract/opp/x/view',
        Description: 'A sample, with "quotes" and a comma.',
      }
      return header.map((name) => `"${(cells[name] ?? '').replaceAll('"', '""')}"`).join()
    })
    return { type: 'text/csv', body: `${header.map((name) => `"${name}"`).join()}\n${rows.join('\n')}\n` }
  },
})
