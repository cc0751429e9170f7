import { localUrl } from '#shared/locale-path.ts'
import type { MailBlock, MailDocument } from './mail-document.ts'

/** A mail whose links lead to pages in its language. Its author names pages without the prefix of the language. */
export const withLocalLinks = (mail: MailDocument, publicUrl: string): MailDocument => {
  const { locale } = mail
  if (locale === undefined) return mail
  const local = (block: MailBlock): MailBlock =>
    'href' in block && block.href !== null
      ? { ...block, href: localUrl(block.href, publicUrl, locale) }
      : block
  return { ...mail, blocks: mail.blocks.map(local) }
}
