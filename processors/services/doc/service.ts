// Documents: any PDF, office or HTML file as clean Markdown with its tables, metadata and a summary, converted by queued workers.
import { TollgateError } from '../../../base/errors.ts'
import { engineVersion } from '../../jobs/convert/keys.ts'
import { defineService, type ServiceSettings } from '../../kit/define.ts'
import { convertRoute, previewFileRoute, previewRoute, reportRoute } from './routes.ts'

export default (settings: ServiceSettings) =>
  defineService({
    label: 'doc',
    title: 'Documents',
    description:
      'PDF, DOCX, PPTX, XLSX and HTML to clean Markdown: reading order, headings, lists, tables with spans, footnotes, links, OCR and a summary.',
    version: engineVersion,
    tags: ['documents', 'pdf', 'docx', 'pptx', 'xlsx', 'html'],
    reads: [],
    routes: [convertRoute(settings), reportRoute(settings), previewRoute(settings), previewFileRoute(settings)],
    affected: () => [],
    selects: () => [],
    compute() {
      throw new TollgateError('definition_invalid', 'doc answers are made by its job')
    },
  })
