import { contentToday, createPreviewLinks } from '#content/server/pages.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** The links to pages that are not published yet. */
export const previewCommand: OperatorCommand = {
  name: 'preview',
  usages: [['', 'lists the pages that are not published yet, each with its preview link']],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no arguments.')
    const { deps, content } = await context.shop()
    const waiting = content.unpublishedOn(contentToday(deps))
    if (waiting.length === 0) context.print('Every page is published.')
    const links = createPreviewLinks(deps)
    for (const { slug, draft, publishedOn } of waiting) {
      context.print(`${slug}  ${draft || !publishedOn ? 'draft' : `from ${publishedOn}`}`)
      context.print(`  ${links.urlOf(slug)}`)
    }
  },
}
