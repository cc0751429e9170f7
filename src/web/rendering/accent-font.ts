import { accentFont, accentLetter } from '../shell/first-fonts.ts'

const unread = /<script\b[\s\S]*?<\/script>|<[^>]*>/g
const place = '<link rel="preload"'
const link = `<link rel="preload" href="${accentFont}" as="font" type="font/woff2" crossorigin="anonymous"/>`

/**
 * Has a page with accented letters in its text load their font together with its others: from the styles alone a browser
 * learns of it a round trip later.
 */
export const withAccentFont = (html: string): string =>
  accentLetter.test(html) && accentLetter.test(html.replaceAll(unread, ''))
    ? html.replace(place, `${link}${place}`)
    : html
