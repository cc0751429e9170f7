import { refundTargetOf } from '#pricing/rules/refund-target.ts'
import { paidBy } from '#pricing/rules/totals.ts'
import { lookedUpOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { refundById } from '#payment/refund/server/refunds.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Handler } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { createTokenSigner } from '#platform/token-signer.ts'
import { centsOfUnits } from '#pricing/rules/refund-lines.ts'
import { splitSum } from '#shared/payment-split.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import * as endpoints from '../problem-endpoints.ts'
import type { Problem as WireProblem, reportProblem as report, viewProblems } from '../problem-endpoints.ts'
import { maxPhotoBytes } from '../rules/problem-offer.ts'
import {
  photosOf,
  problemOfferFor,
  problemRefusals,
  problemsOf,
  reportProblem,
  selectPhoto,
} from './problems.ts'
import type { Problem, ProblemServices } from './problems.ts'
import { leftOfOrder } from './returns.ts'

const signerOf = ({ secret }: Pick<AppDeps, 'secret'>) => createTokenSigner(secret, 'problem photo')

const wireProblem = async ({ deps }: ProblemServices, order: Order, one: Problem): Promise<WireProblem> => {
  const refund = one.refundId === null ? null : await refundById(deps.database, one.refundId)
  const photos = (await photosOf(deps.database, [one.id])).get(one.id) ?? []
  return {
    number: one.number,
    kind: one.kind,
    wish: one.wish,
    details: one.details,
    state: one.state,
    note: one.note,
    reported_at: one.reportedAt.toString(),
    lines: one.lines.map(({ position, quantity }) => ({ name: order.lines[position]?.name ?? '', quantity })),
    refund: wirePrice(refund ? splitSum(refund.split) : 0, order.currency),
    refund_to: refundTargetOf(refund?.split ?? paidBy(order.totals)),
    currency: order.currency,
    photos: photos.map((id) => signerOf(deps).sign(id)),
  }
}

const createView =
  (services: ProblemServices): Handler<typeof viewProblems> =>
  async (context, lookup) => {
    const { database, clock } = services.deps
    const order = await lookedUpOrder(services.deps, context, lookup)
    const offer = await problemOfferFor(database, services, order, clock.now())
    const left = await leftOfOrder(database, order)
    const problems = await problemsOf(database, order.id)
    return {
      number: order.number,
      currency: order.currency,
      refusal:
        offer.kind === 'none' ? { reason: offer.reason, message: problemRefusals[offer.reason] } : null,
      lines: (offer.kind === 'none' ? [] : offer.lines).map(({ position, quantity }) => ({
        position,
        name: order.lines[position]?.name ?? '',
        quantity,
        refund: wirePrice(centsOfUnits(left, [{ position, quantity }]), order.currency),
        currency: order.currency,
      })),
      problems: await Promise.all(problems.map((one) => wireProblem(services, order, one))),
    }
  }

/** The largest picture that is decoded: a small file can be a picture that fills the memory. */
const maxPixels = 50_000_000
/** The longest side of what is stored. */
const longestSide = 2000

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** What a file is by its first bytes; its name and the type that a browser says are not asked. */
const isPicture = (bytes: Buffer): boolean =>
  startsWith(bytes, 0, '\xff\xd8\xff') ||
  startsWith(bytes, 0, '\x89PNG\r\n\x1a\n') ||
  (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP'))

/** A photo as it is stored, or why it is not, as a sentence. */
type DrawnPhoto =
  | { readonly kind: 'photo'; readonly jpeg: Buffer }
  | { readonly kind: 'refused'; readonly message: string }

const refused = (message: string): DrawnPhoto => ({ kind: 'refused', message })

// Loaded with the first photo: the library of pictures is large.
const loadLibrary = async () => (await import('sharp')).default
let library: ReturnType<typeof loadLibrary> | null = null

/**
 * Decodes a photo and draws it again as JPEG, upright and at most 2000 pixels long: nothing of the file itself is kept, neither
 * what cameras write beside a picture nor what was hidden in it.
 */
const drawPhoto = async (bytes: Buffer): Promise<DrawnPhoto> => {
  if (bytes.length > maxPhotoBytes) return refused('A photo can be up to 10 MB.')
  if (!isPicture(bytes)) return refused('This file isn’t a photo. Please choose a JPEG, PNG or WebP file.')
  library ??= loadLibrary()
  const sharp = await library
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    const { width, height } = await picture.metadata()
    if (width * height > maxPixels) return refused('This photo is too large. Please choose a smaller one.')
    const size = { width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true } as const
    const drawn = picture.rotate().resize(size).flatten({ background: '#ffffff' })
    return { kind: 'photo', jpeg: await drawn.jpeg({ quality: 82 }).toBuffer() }
  } catch {
    return refused('We can’t read this photo. Please choose another one.')
  }
}

/** The photos as they are stored, one after the other, for each is a picture in memory. VALIDATION_ERROR on `photos`. */
const drawPhotos = async (files: readonly string[]): Promise<Buffer[]> => {
  const drawn: Buffer[] = []
  for (const file of files) {
    const photo = await drawPhoto(Buffer.from(file, 'base64'))
    if (photo.kind === 'refused')
      throw new ShopError('VALIDATION_ERROR', { fields: { photos: photo.message } })
    drawn.push(photo.jpeg)
  }
  return drawn
}

const createReport =
  (services: ProblemServices): Handler<typeof report> =>
  async (context, { request_id: requestId, kind, wish, details, lines, photos: files, ...lookup }) => {
    const order = await lookedUpOrder(services.deps, context, lookup)
    const photos = await drawPhotos(files)
    const one = await reportProblem(services, { order, requestId, kind, wish, details, lines, photos })
    return wireProblem(services, order, one)
  }

const createProblemHandlers = (services: ProblemServices): HandlersFor<typeof endpoints> => ({
  viewProblems: createView(services),
  reportProblem: createReport(services),
  viewProblemPhoto: async (_context, { key }) => {
    const id = signerOf(services.deps).verify(key)
    const jpeg = id === null ? null : await selectPhoto(services.deps.database, id)
    if (!jpeg) throw new ShopError('NOT_FOUND', { security: id === null ? 'refused link' : undefined })
    return { jpeg: jpeg.toString('base64') }
  },
})

/** The endpoints of what is wrong with orders. */
export const problemRoutes = (services: ProblemServices): readonly Route[] =>
  routes(endpoints, createProblemHandlers(services))
