// Written by us in the EU list's shape, of people who do not exist: semicolons, a mark of the byte order, one row a name.
import { defineSample } from '../../../define.ts'

const columns = [
  ...['fileGenerationDate', 'Entity_LogicalId', 'Entity_EU_ReferenceNumber', 'Entity_UnitedNationId', 'Entity_DesignationDate'],
  ...['Entity_DesignationDetails', 'Entity_Remark', 'Entity_SubjectType', 'Entity_SubjectType_ClassificationCode'],
  ...['Entity_Regulation_Type', 'Entity_Regulation_Programme', 'NameAlias_LastName', 'NameAlias_FirstName'],
  ...['NameAlias_MiddleName', 'NameAlias_WholeName', 'NameAlias_NameLanguage', 'Address_City', 'Address_CountryIso2Code'],
  ...['Address_CountryDescription', 'BirthDate_BirthDate', 'BirthDate_Year', 'Identification_Number', 'Identification_TypeCode'],
  ...['Citizenship_CountryIso2Code', 'Citizenship_CountryDescription'],
]

type Row = Readonly<Record<string, string>>

const person: Row = {
  Entity_LogicalId: '99001',
  Entity_EU_ReferenceNumber: 'EU.99001.1',
  Entity_DesignationDate: '2022-02-25',
  Entity_Remark: 'A sample.',
  Entity_SubjectType: 'P',
  Entity_SubjectType_ClassificationCode: 'person',
  Entity_Regulation_Type: 'regulation',
  Entity_Regulation_Programme: 'SMP',
}
const firm: Row = {
  ...person,
  Entity_LogicalId: '99002',
  Entity_EU_ReferenceNumber: 'EU.99002.7',
  Entity_DesignationDate: '',
  Entity_SubjectType: 'E',
  Entity_SubjectType_ClassificationCode: 'enterprise',
}
const rows: readonly Row[] = [
  { ...person, NameAlias_WholeName: 'Jaromir Attrapov', NameAlias_LastName: 'Attrapov', NameAlias_FirstName: 'Jaromir' },
  { ...person, NameAlias_WholeName: 'Jaromir Attrapoff', NameAlias_NameLanguage: 'EN' },
  { ...person, BirthDate_BirthDate: '1968-05-04', BirthDate_Year: '1968' },
  { ...person, Citizenship_CountryIso2Code: 'RU', Citizenship_CountryDescription: 'RUSSIAN FEDERATION' },
  { ...person, Identification_Number: 'EE7654321', Identification_TypeCode: 'passport' },
  { ...firm, NameAlias_WholeName: '"Bank ""Beispiel"" PJSC; branch"' },
  { ...firm, Address_City: 'Sampletown', Address_CountryIso2Code: 'SY', Address_CountryDescription: 'SYRIA' },
]

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'webgate.ec.europa.eu') return null
    const [year, month, day] = now.toISOString().slice(0, 10).split('-')
    const lines = rows.map((row) =>
      columns.map((column) => (column === 'fileGenerationDate' ? `${day}/${month}/${year}` : (row[column] ?? ''))).join(';'),
    )
    return { type: 'text/csv', body: `\uFEFF${[columns.join(';'), ...lines].join('\n')}\n` }
  },
})
