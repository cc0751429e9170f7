import { brand } from '#shared/brand.ts'

/** How many days the text is valid; RFC 9116 asks for less than a year. */
const validDays = 180

const contact = /<([^>]+)>/.exec(brand.mailFrom)?.[1] ?? brand.mailFrom

/** `/.well-known/security.txt` (RFC 9116): where to report a weakness of the shop. */
export const securityText = (publicUrl: string, now: Temporal.Instant): string => {
  const expires = now.add({ hours: 24 * validDays }).round('second')
  const canonical = `${publicUrl}/.well-known/security.txt`
  return [
    `Contact: mailto:${contact}`,
    `Expires: ${expires.toString()}`,
    'Preferred-Languages: en',
    `Canonical: ${canonical}`,
    '',
  ].join('\n')
}
