// Searches of the Federal Register: the address of one, and what every document says of itself.
import { type Row, readDay, readText } from '../formats/json.ts'

const documents = 'https://www.federalregister.gov/api/v1/documents.json'

/** What is asked in its order; of a list each entry. */
export function searchUrl(asked: Readonly<Record<string, string | readonly string[]>>): string {
  const all = Object.entries(asked).flatMap(([name, told]) => [told].flat().map((one): [string, string] => [name, one]))
  return `${documents}?${new URLSearchParams(all)}`
}

export const readDocument = (row: Row, mostTitle: number) => ({
  number: readText(row.document_number, 'document_number'),
  title: readText(row.title, 'title').slice(0, mostTitle),
  date: readDay(row.publication_date, 'publication_date'),
  url: readText(row.html_url, 'html_url'),
})
