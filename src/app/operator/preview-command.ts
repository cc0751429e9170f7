import { contentToday } from '#content/server/pages.ts'
import { createPreviewLinks } from '#content/server/preview-links.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** The links to pages that are not out yet. */
export const previewCommand: OperatorCommand = {
  name: 'preview',
  forms: [['', 'the pages that are not out yet, each with the link that shows it']],
  run: async (house, words) => {
    if (words.length > 0) throw new OperatorRefusal('This command takes no words.')
    const { world, content } = await house.shop()
    const waiting = content.waitingOn(contentToday(world))
    if (waiting.length === 0) house.say('Every page is out.')
    const links = createPreviewLinks(world)
    for (const { slug, draft, publishedOn } of waiting) {
      house.say(`${slug}  ${draft || !publishedOn ? 'draft' : `from ${publishedOn}`}`)
      house.say(`  ${links.urlOf(slug)}`)
    }
  },
}
