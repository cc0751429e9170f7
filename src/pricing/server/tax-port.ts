import type { Address } from '#shared/address.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { TaxBasis, TaxPart, TaxPlace } from '../rules/tax-rate.ts'

/**
 * A service did not do what it was asked. `away`: it gave no answer, or not now, and may be asked again. `refused`: it will never do
 * this; the message says why.
 */
export class TaxFailure extends Error {
  readonly kind: 'away' | 'refused'

  constructor(kind: TaxFailure['kind'], reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'TaxFailure'
    this.kind = kind
  }
}

/** An order as a tax service records it. */
export interface TaxSale {
  /** Makes a repeated record the same one. */
  readonly id: string
  /** The order's number. */
  readonly reference: string
  readonly currency: Currency
  readonly address: Address
  readonly placedAt: Temporal.Instant
  /** After discounts, without tax; lines or shipping cost something. */
  readonly lines: readonly { readonly reference: string; readonly quantity: number; readonly cents: Cents }[]
  readonly shippingCents: Cents
}

/** What a service recorded: total and tax as the service counts them, both negative for a refund. */
export interface TaxRecord {
  readonly transaction: string
  readonly totalCents: Cents
  readonly taxCents: Cents
}

/** A refund of a recorded sale. */
export interface TaxRefund {
  readonly id: string
  /** The order's number. */
  readonly reference: string
  /** Of the sale. */
  readonly transaction: string
  readonly currency: Currency
  /** Goods, shipping and tax together; positive. */
  readonly cents: Cents
}

/** Records of sales, for the tax reports of a service. Every call may be repeated. Throws TaxFailure. */
export interface TaxReporting {
  readonly recordSale: (sale: TaxSale) => Promise<TaxRecord>
  readonly recordRefund: (refund: TaxRefund) => Promise<TaxRecord>
  /** The bank sent a refund back; `transaction` is that of the refund. */
  readonly undoRefund: (refund: Omit<TaxRefund, 'cents' | 'currency'>) => Promise<TaxRecord>
}

/** The source of tax rates: the data file, or a service. */
export interface TaxPort {
  readonly service: TaxBasis['service']
  /**
   * What the jurisdictions of a place take, in the order in which they are to be shown. Throws TaxFailure. Never called in a
   * transaction, unless `isLocal`.
   */
  readonly partsFor: (place: TaxPlace) => Promise<readonly TaxPart[]>
  /** Answers at once, from memory. */
  readonly isLocal: boolean
  /** Null for one that records no sales. */
  readonly reporting: TaxReporting | null
}
