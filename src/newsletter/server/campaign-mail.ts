import { inlinePieces } from '#content/rules/inline-text.ts'
import { listPlans, shopProducts } from '#catalogue/server/plans.ts'
import { brand } from '#shared/brand.ts'
import { fileWidths, isUploadedName, uploadedFile, uploadedSize } from '#shared/uploaded-picture.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { ownValue } from '#shared/own-value.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { MailBlock, MailDocument, MailPiece } from '#platform/mail-document.ts'
import drawn from '#ui/pictures.json' with { type: 'json' }
import type { CampaignBlock, CampaignContent } from '../rules/campaign-content.ts'

/** What a copy needs in addition to the campaign. */
export interface CampaignFrame {
  readonly publicUrl: string
  /** The target of a link: through the shop for people who allow click counts. */
  readonly linkTo: (href: string) => string
  /** Null in a test copy and in a preview. */
  readonly unsubscribeUrl: string | null
  readonly plans: CampaignPlans
}

/** What products are called, and their pages. */
export interface CampaignPlans {
  readonly nameOf: (plan: string) => string
  readonly pageOf: (plan: string) => string
  readonly isPlan: (plan: string) => boolean
}

/** The plans that a campaign can show. */
export const campaignPlans = async (deps: AppDeps): Promise<CampaignPlans> => {
  const [plans, products] = await Promise.all([listPlans(deps, defaultCurrency), shopProducts(deps)])
  return {
    isPlan: (code) => plans.has(code),
    nameOf: (code) => plans.get(code)?.name ?? code,
    pageOf: (code) => {
      const product = plans.get(code)?.productId ?? code
      return products.find(({ id }) => id === product)?.page ?? `/products/${product}`
    },
  }
}

/** The width of the text of a mail in pixels. */
const columnWidth = 520

const sizeOf = (name: string): { readonly width: number; readonly height: number } | null =>
  uploadedSize(name) ?? ownValue(drawn, name) ?? null

/** Whether mails can show a picture of this name. */
export const isMailPicture = (name: string): boolean => sizeOf(name) !== null

const absolute = (publicUrl: string, href: string): string =>
  href.startsWith('/') ? `${publicUrl}${href}` : href

const pictureBlock = (
  { publicUrl, linkTo }: CampaignFrame,
  { name, alt, href }: Extract<CampaignBlock, { kind: 'picture' }>,
): MailBlock[] => {
  const size = sizeOf(name)
  if (size === null) return []
  // Twice the width of the column where the picture has it.
  const widths = fileWidths(size.width)
  const file = widths.find((width) => width >= 2 * columnWidth) ?? size.width
  const path = isUploadedName(name)
    ? `/uploads/${uploadedFile(name, file, 'webp')}`
    : `/art/${name}-${file}w.webp`
  const width = Math.min(columnWidth, size.width)
  return [
    {
      kind: 'picture',
      src: `${publicUrl}${path}`,
      alt,
      width,
      height: Math.round((width * size.height) / size.width),
      href: href === undefined ? null : linkTo(href),
    },
  ]
}

const piecesOf = ({ linkTo }: CampaignFrame, text: string): MailPiece[] =>
  inlinePieces(text).flatMap((piece): MailPiece[] => {
    if (piece.kind === 'link') return [{ text: piece.text, href: linkTo(piece.href) }]
    if (piece.kind === 'species') return [{ text: piece.text, isItalic: true }]
    return piece.kind === 'text' ? [{ text: piece.text }] : []
  })

const blocksOf = (frame: CampaignFrame, block: CampaignBlock): MailBlock[] => {
  switch (block.kind) {
    case 'paragraph':
      return [{ kind: 'text', look: 'paragraph', pieces: piecesOf(frame, block.text) }]
    case 'heading':
      return [{ kind: 'section', title: block.text }]
    case 'picture':
      return pictureBlock(frame, block)
    case 'button':
      return [{ kind: 'button', label: block.label, href: frame.linkTo(block.href) }]
    case 'product': {
      const name = frame.plans.nameOf(block.plan)
      return [
        { kind: 'section', title: name },
        { kind: 'text', look: 'paragraph', pieces: piecesOf(frame, block.text) },
        { kind: 'button', label: `See ${name}`, href: frame.linkTo(frame.plans.pageOf(block.plan)) },
      ]
    }
    case 'quotation':
      return [
        {
          kind: 'text',
          look: 'quotation',
          pieces: [
            ...piecesOf(frame, block.text),
            ...(block.source === undefined ? [] : [{ text: ` — ${block.source}` }]),
          ],
        },
      ]
    case 'divider':
      return [{ kind: 'divider' }]
    case 'disclaimer':
      return [{ kind: 'text', look: 'small', pieces: [{ text: brand.disclaimer }] }]
    default:
      return block satisfies never
  }
}

const reason = 'You’re receiving this because you subscribed to our newsletter.'

/** The way out and the postal address, which every copy ends with. */
const ending = ({ unsubscribeUrl }: CampaignFrame): MailBlock[] => [
  { kind: 'divider' },
  unsubscribeUrl === null
    ? { kind: 'paragraph', text: 'This is a test copy: the unsubscribe link goes here.' }
    : {
        kind: 'link',
        before: '',
        label: 'Unsubscribe',
        href: unsubscribeUrl,
        after: ' with one click.',
      },
  { kind: 'lines', lines: [brand.seller.name, ...brand.seller.lines] },
]

/** A campaign as a mail. Its links and pictures have whole addresses. */
export const campaignDocument = (content: CampaignContent, frame: CampaignFrame): MailDocument => {
  const whole = { ...frame, linkTo: (href: string) => absolute(frame.publicUrl, frame.linkTo(href)) }
  return {
    subject: content.subject,
    preview: content.preheader,
    heading: content.heading,
    reason,
    blocks: [...content.blocks.flatMap((block) => blocksOf(whole, block)), ...ending(frame)],
  }
}
