import { z } from 'zod'

const missing = 'Please enter a value.'
const text = z.string(missing).min(1, missing).max(80)
const path = z.string(missing).regex(/^\/(?![/\\])[\x21-\x7E]*$/, 'an address in the shop such as /gift')
const picture = z.string(missing).regex(/^[a-z0-9-]+$/, 'the name of a picture such as cut-box')

/**
 * What pages say of a product and how they draw it; one of its plans holds it, the kit that menus show the price of. A product without
 * it is shown as the box that it comes in.
 */
export const ProductFacts = z.strictObject({
  page: path,
  /** How the footer names it. */
  shortName: text,
  /** Whom it is for. */
  audience: text,
  /** The unit that is counted: capsules, sticks. */
  pieces: text,
  jar: picture,
  packet: picture,
  /** The background of its pictures. */
  tone: z.enum(['ds', 'pds', 'vs'], 'one of ds, pds, vs'),
  /** The picture that thanks for an order of it. */
  thanks: picture,
  /** Whether its jar shows how much is left. */
  hasGauge: z.boolean().optional(),
  /** Whether its pages have no banner of the quiz, which is about another product. */
  hidesQuiz: z.boolean().optional(),
  /** What comes free with it, as lists draw it. */
  gift: z.strictObject({ code: text, picture, name: text }).optional(),
})

export type ProductFacts = z.output<typeof ProductFacts>

/** A product with its facts. */
export interface Product extends ProductFacts {
  readonly id: string
  /** `DS-01 Daily Synbiotic` */
  readonly name: string
  /** How the codes of its plans begin. */
  readonly prefix: string
  /** The plan that holds the facts. */
  readonly plan: string
}
