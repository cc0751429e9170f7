import { contentToday } from '#content/server/pages.ts'
import { createPreviewLinks } from '#content/server/preview-links.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** The links to pages that are not out yet. */
export const previewCommand: OperatorCommand = {
  name: 'preview',
  usages: [['', 'the pages that are not out yet, each with the link that shows it']],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no words.')
    const { deps, content } = await context.shop()
    const waiting = content.unpublishedOn(contentToday(deps))
    if (waiting.length === 0) context.print('Every page is out.')
    const links = createPreviewLinks(deps)
    for (const { slug, draft, publishedOn } of waiting) {
      context.print(`${slug}  ${draft || !publishedOn ? 'draft' : `from ${publishedOn}`}`)
      context.print(`  ${links.urlOf(slug)}`)
    }
  },
}
