// What mammoth is given around the parts of a Word file: links that may be shown, and the parts that were made for it.
import type { Relation } from '../package.ts'
import { writeWordXml, type XmlElement } from '../xml.ts'

const relation = (id: string, type: string, target: string, mode = ''): XmlElement => ({
  name: 'Relationship',
  attributes: {
    Id: id,
    Type: `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}`,
    Target: target,
    ...(mode === '' ? {} : { TargetMode: mode }),
  },
  children: [],
})

export const isLink = ({ type, link }: Relation): boolean => type === 'hyperlink' || link !== null

// A link that is not shown leaves its words.
export function linksOf(relations: readonly Relation[], more: readonly XmlElement[] = []): string {
  const links = relations.filter(isLink)
  return writeWordXml({
    name: 'Relationships',
    attributes: { xmlns: 'http://schemas.openxmlformats.org/package/2006/relationships' },
    children: [...links.map(({ id, link }) => relation(id, 'hyperlink', link ?? '#', 'External')), ...more],
  })
}

// Of what the main part points to, mammoth learns of links and of the parts that were made for it.
export function frame(relations: readonly Relation[], kept: readonly string[]): Record<string, string> {
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': linksOf([], [relation('main', 'officeDocument', 'word/document.xml')]),
    'word/_rels/document.xml.rels': linksOf(
      relations,
      kept.map((type) => relation(`part-${type}`, type, `${type}.xml`)),
    ),
  }
}
