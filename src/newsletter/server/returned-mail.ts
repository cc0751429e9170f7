import { createHash } from 'node:crypto'
import { Email } from '#shared/address.ts'
import { bounceKind, copyHeader, reportDetail, tokenInAddress } from '../rules/delivery-report.ts'
import type { DeliveryReport } from '../rules/delivery-report.ts'

// Loaded with the first mail that came back.
const loadParser = async () => (await import('postal-mime')).default

/** The fields of a part of a report, by their names in small letters; folded lines are joined. */
const fieldsIn = (part: string): ReadonlyMap<string, string> =>
  new Map(
    part
      .replaceAll(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap((line) => {
        const colon = line.indexOf(':')
        return colon < 1
          ? []
          : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const]
      }),
  )

const addressIn = (field: string | undefined): string | null => {
  const text = (field ?? '').replace(/^[^;]*;/, '').replaceAll(/[<>\s]/g, '')
  return Email.safeParse(text).data ?? null
}

interface Returned {
  readonly raw: string
  /** The copy that the mail as a whole names: by the address it came back to, or by the mail inside. */
  readonly copyToken: string | null
}

const keyOf = (source: string, { raw }: Returned, place: number): string =>
  `${source} ${createHash('sha256').update(raw).digest('hex')} ${place}`

/** The failed recipients of a delivery report; one line of `Status` and `Action` each (RFC 3464 §2.3). */
const bouncesIn = (text: string, returned: Returned): DeliveryReport[] =>
  text
    .split(/\r?\n\s*\r?\n/)
    .map(fieldsIn)
    .flatMap((fields, place): DeliveryReport[] => {
      const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(fields.get('status') ?? '')?.[1]
      const action = fields.get('action')?.toLowerCase()
      if (status === undefined || (action !== 'failed' && action !== 'delayed')) return []
      return [
        {
          eventKey: keyOf('dsn', returned, place),
          kind: action === 'delayed' ? 'soft' : bounceKind(status),
          email: addressIn(fields.get('final-recipient') ?? fields.get('original-recipient')),
          copyToken: returned.copyToken,
          detail: reportDetail(`${status} ${(fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;/, '')}`),
        },
      ]
    })

/** A complaint of somebody who pressed “spam” (RFC 5965 §3). */
const complaintIn = (text: string, returned: Returned): DeliveryReport[] => {
  const fields = fieldsIn(text)
  const type = fields.get('feedback-type')?.toLowerCase()
  if (type === undefined || type === 'not-spam') return []
  return [
    {
      eventKey: keyOf('arf', returned, 0),
      kind: 'complaint',
      email: addressIn(fields.get('original-rcpt-to')),
      copyToken: returned.copyToken,
      detail: reportDetail(`${type} ${fields.get('user-agent') ?? ''}`),
    },
  ]
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): string =>
  typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('utf8')

const headerToken = (text: string): string | null =>
  new RegExp(String.raw`^${copyHeader}:\s*([0-9a-f]{24})\s*$`, 'im').exec(text)?.[1] ?? null

/**
 * What a mail of the bounce mailbox reports. Empty for a mail that is no report, such as an answer of somebody who is on vacation: who it
 * was is only believed for the address that a report names.
 */
export const readReturnedMail = async (raw: string): Promise<readonly DeliveryReport[]> => {
  const Parser = await loadParser()
  const mail = await Parser.parse(raw, { forceRfc822Attachments: true })
  const parts = mail.attachments.map(({ mimeType, content }) => ({ type: mimeType, text: bytesOf(content) }))
  const received = [...(mail.to ?? []), ...(mail.cc ?? [])].map(({ address }) => address ?? '')
  const delivered = mail.deliveredTo ?? ''
  const copyToken =
    [...received, delivered].map(tokenInAddress).find((token) => token !== null) ??
    parts.map(({ text }) => headerToken(text)).find((token) => token !== null) ??
    null
  const returned = { raw, copyToken }
  return parts.flatMap(({ type, text }) => {
    if (type === 'message/delivery-status' || type === 'message/global-delivery-status')
      return bouncesIn(text, returned)
    return type === 'message/feedback-report' ? complaintIn(text, returned) : []
  })
}
