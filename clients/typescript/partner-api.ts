// Made by `npm run client` from the OpenAPI document of the partner API.

export type ErrorReply = {
  readonly code:
    | 'BILLING_VALIDATION_ERROR'
    | 'INVALID_COUPON'
    | 'ITEM_NOT_AVAILABLE'
    | 'PRODUCT_NOT_ALLOWED_IN_COUNTRY'
    | 'UNKNOWN'
    | 'USER_NOT_FOUND'
    | 'QUANTITY_NOT_ALLOWED_IN_COUNTRY'
    | 'QUANTITY_NOT_ALLOWED'
    | 'UNVERIFIED_ACCOUNT'
    | 'DUPLICATE_TRANSACTION_WARNING'
    | 'SessionVerificationError'
    | 'UNAUTHENTICATED'
    | 'FORBIDDEN'
    | 'NOT_FOUND'
    | 'VALIDATION_ERROR'
    | 'MALFORMED_REQUEST'
    | 'MALFORMED_BODY'
    | 'PAYLOAD_TOO_LARGE'
    | 'UNSUPPORTED_MEDIA_TYPE'
    | 'TOO_MANY_REQUESTS'
    | 'PRODUCT_NOT_FOUND'
    | 'CART_EMPTY'
    | 'SIGN_IN_REQUIRED'
    | 'TOTAL_CHANGED'
    | 'CARD_DECLINED'
    | 'CARD_EXPIRED'
    | 'CARD_DATA_WRONG'
    | 'PAYMENT_PENDING'
    | 'PROOF_REQUIRED'
    | 'LINK_EXPIRED'
    | 'CAPTCHA_FAILED'
    | 'ACTION_NOT_ALLOWED'
    | 'SIGN_ON_FAILED'
    | 'IDEMPOTENCY_KEY_REUSED'
    | 'IDEMPOTENCY_KEY_IN_USE'
    | 'SHOP_BUSY'
  readonly detail: string
  readonly status: number
  readonly fields?: Readonly<Record<string, unknown>>
  readonly data?: Readonly<Record<string, unknown>>
  readonly requestId?: string
}

export type ExportPartnerShipmentsReply =
  | { readonly shipments: readonly ShipmentToPack[]; readonly next: string | null }
  | { readonly csv: string }

export type ShipmentToPack = {
  readonly order: string
  readonly carrier: string
  readonly service: string
  readonly tracking: string
  readonly lines: string
  readonly weight_grams: string
  readonly state: string
  readonly ship_on: string
  readonly shipping_method: string
  readonly name: string
  readonly company: string
  readonly address: string
  readonly unit: string
  readonly city: string
  readonly region: string
  readonly zip: string
  readonly country: string
  readonly phone: string
}

export type ShipmentImport = {
  readonly shipped: number
  readonly repeated: number
  readonly empty: number
  readonly refused: number
  readonly problems: readonly RowProblem[]
}

export type RowProblem = { readonly row: number; readonly problem: string }

export type OrderList = { readonly orders: readonly Order[]; readonly next: string | null }

export type Order = {
  readonly id: string
  readonly number: string
  readonly kind: 'purchase' | 'renewal' | 'gift'
  readonly state: 'placed' | 'shipped' | 'canceled'
  readonly is_held: boolean
  readonly placed_at: string
  readonly shipped_at: string | null
  readonly canceled_at: string | null
  readonly ship_on: string | null
  readonly currency: Currency
  readonly subtotal: string
  readonly discount: string
  readonly shipping: string
  readonly tax: string
  readonly total: string
  readonly credit: string
  readonly refunded: string
  readonly shipping_method: string
  readonly country: string
  readonly lines: readonly OrderLine[]
  readonly shipments: readonly Shipment[]
}

export type Currency =
  | 'BIF'
  | 'CLP'
  | 'DJF'
  | 'GNF'
  | 'ISK'
  | 'JPY'
  | 'KMF'
  | 'KRW'
  | 'PYG'
  | 'RWF'
  | 'UGX'
  | 'UYI'
  | 'VND'
  | 'VUV'
  | 'XAF'
  | 'XOF'
  | 'XPF'
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYN'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CUP'
  | 'CVE'
  | 'CZK'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'IRR'
  | 'JMD'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KPW'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRU'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLE'
  | 'SOS'
  | 'SRD'
  | 'SSP'
  | 'STN'
  | 'SVC'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'USD'
  | 'UYU'
  | 'UZS'
  | 'VES'
  | 'WST'
  | 'XCD'
  | 'YER'
  | 'ZAR'
  | 'ZMW'
  | 'ZWG'
  | 'BHD'
  | 'IQD'
  | 'JOD'
  | 'KWD'
  | 'LYD'
  | 'OMR'
  | 'TND'

export type OrderLine = {
  readonly position: number
  readonly plan_code: string
  readonly name: string
  readonly quantity: number
  readonly product: string
  readonly stock_quantity: number
  readonly subscription_id: string | null
}

export type Shipment = {
  readonly id: string
  readonly state:
    | 'pending'
    | 'on-hold'
    | 'packed'
    | 'shipped'
    | 'in-transit'
    | 'lost'
    | 'delivered'
    | 'returned-to-sender'
    | 'canceled'
  readonly is_reship: boolean
  readonly carrier: string | null
  readonly tracking: string | null
  readonly shipped_at: string | null
  readonly delivered_at: string | null
  readonly lines: readonly ShipmentUnits[]
}

export type ShipmentUnits = { readonly position: number; readonly quantity: number }

export type ProductList = { readonly products: readonly Product[]; readonly next: string | null }

export type Product = {
  readonly plan_code: string
  readonly name: string
  readonly stock_product: string
  readonly stock_quantity: number
  readonly interval_months: number | null
  readonly prices: readonly ProductPrice[]
}

export type ProductPrice = { readonly currency: Currency; readonly price: string }

export type SubscriptionList = {
  readonly subscriptions: readonly Subscription[]
  readonly next: string | null
}

export type Subscription = {
  readonly id: string
  readonly state: 'active' | 'future' | 'paused' | 'canceled' | 'expired' | 'failed'
  readonly plan_code: string
  readonly quantity: number
  readonly currency: Currency
  readonly unit_price: string
  readonly interval_months: number
  readonly next_order_on: string | null
  readonly paused_until: string | null
  readonly remaining_orders: number | null
  readonly activated_at: string
  readonly canceled_at: string | null
  readonly order_number: string
}

export type ShipmentAddressList = { readonly shipments: readonly ShipmentAddress[] }

export type ShipmentAddress = { readonly id: string; readonly address: Address }

export type Address = {
  readonly firstName: string
  readonly lastName: string
  readonly address: string
  readonly unit: string
  readonly city: string
  readonly region: string
  readonly zip: string
  readonly country: string
  readonly phone: string
  readonly company: string
}

export type OrderEvent = {
  readonly type: 'order.created' | 'order.canceled'
  readonly timestamp: string
  readonly data: OrderData
}

export type OrderData = {
  readonly id: string
  readonly number: string
  readonly kind: 'purchase' | 'renewal' | 'gift'
  readonly state: 'placed' | 'shipped' | 'canceled'
  readonly currency: Currency
  readonly placed_at: string
  readonly total: string
  readonly refunded: string
}

export type ShipmentEvent = {
  readonly type: 'shipment.shipped' | 'shipment.delivered'
  readonly timestamp: string
  readonly data: ShipmentData
}

export type ShipmentData = {
  readonly id: string
  readonly state: string
  readonly is_reship: boolean
  readonly carrier: string | null
  readonly order_id: string
  readonly order_number: string
  readonly order_state: 'placed' | 'shipped' | 'canceled'
}

export type RefundEvent = {
  readonly type: 'refund.created'
  readonly timestamp: string
  readonly data: RefundData
}

export type RefundData = {
  readonly id: string
  readonly currency: Currency
  readonly order_id: string
  readonly order_number: string
  readonly to_card: string
  readonly as_credit: string
  readonly order_total: string
  readonly order_refunded: string
}

export type SubscriptionEvent = {
  readonly type:
    | 'subscription.created'
    | 'subscription.changed'
    | 'subscription.paused'
    | 'subscription.canceled'
    | 'subscription.payment_failed'
    | 'subscription.payment_recovered'
  readonly timestamp: string
  readonly data: SubscriptionData
}

export type SubscriptionData = {
  readonly id: string
  readonly state: string
  readonly plan_code: string
  readonly quantity: number
  readonly interval_months: number
  readonly currency: Currency
  readonly next_order_on: string | null
  readonly paused_until: string | null
  readonly order_number: string
  readonly unit_price: string
}

export type DisputeEvent = {
  readonly type: 'dispute.opened' | 'dispute.closed'
  readonly timestamp: string
  readonly data: DisputeData
}

export type DisputeData = {
  readonly id: string
  readonly state: string
  readonly reason: string
  readonly currency: Currency
  readonly order_id: string
  readonly order_number: string
  readonly amount: string
}

export type MemberEvent = {
  readonly type: 'member.created' | 'member.changed' | 'member.erased'
  readonly timestamp: string
  readonly data: MemberData
}

export type MemberData = {
  readonly id: string
  readonly state: 'active' | 'erased'
  readonly created_at: string
}

export type MemberConsentEvent = {
  readonly type: 'member.consent_changed'
  readonly timestamp: string
  readonly data: MemberConsentData
}

export type MemberConsentData = {
  readonly id: string
  readonly chosen_at: string
  readonly analytics: boolean
  readonly preferences: boolean
  readonly advertising: boolean
  readonly social_media: boolean
}

/** The body of every webhook. */
export type WebhookEvent =
  | OrderEvent
  | ShipmentEvent
  | RefundEvent
  | SubscriptionEvent
  | DisputeEvent
  | MemberEvent
  | MemberConsentEvent

/** What each operation takes and returns. */
export interface Operations {
  readonly exportPartnerShipments: {
    readonly input: {
      readonly until?: string
      readonly limit?: number
      readonly after?: string
      readonly format?: 'json' | 'csv'
    }
    readonly output: ExportPartnerShipmentsReply
  }
  readonly importPartnerShipments: {
    readonly input: {} & {
      readonly shipments?: readonly {
        readonly order: string
        readonly carrier: 'usps' | 'ups' | 'fedex' | 'dhl' | 'other'
        readonly tracking: string
        readonly service?: string
        readonly lines?: string
        readonly weight_grams?: string | number
      }[]
      readonly csv?: string
    }
    readonly output: ShipmentImport
  }
  readonly listPartnerOrders: {
    readonly input: {
      readonly limit?: number
      readonly after?: string
      readonly state?: 'placed' | 'shipped' | 'canceled' | 'to-ship'
    }
    readonly output: OrderList
  }
  readonly listPartnerProducts: {
    readonly input: { readonly limit?: number; readonly after?: string }
    readonly output: ProductList
  }
  readonly listPartnerSubscriptions: {
    readonly input: {
      readonly limit?: number
      readonly after?: string
      readonly state?: 'active' | 'future' | 'paused' | 'canceled' | 'expired' | 'failed'
    }
    readonly output: SubscriptionList
  }
  readonly shipPartnerOrder: {
    readonly input: { readonly number: string } & {
      readonly carrier: 'usps' | 'ups' | 'fedex' | 'dhl' | 'other'
      readonly tracking: string
      readonly units?: readonly { readonly position: number; readonly quantity: number }[]
    }
    readonly output: Order
  }
  readonly viewPartnerAddresses: {
    readonly input: { readonly number: string }
    readonly output: ShipmentAddressList
  }
  readonly viewPartnerOrder: { readonly input: { readonly number: string }; readonly output: Order }
  readonly viewPartnerSubscription: { readonly input: { readonly id: string }; readonly output: Subscription }
}

/** How each operation is sent. */
export const operations = {
  exportPartnerShipments: {
    method: 'GET',
    path: '/api/partner/v1/shipments/',
    query: ['until', 'limit', 'after', 'format'],
    isWrite: false,
  },
  importPartnerShipments: { method: 'POST', path: '/api/partner/v1/shipments/', query: [], isWrite: true },
  listPartnerOrders: {
    method: 'GET',
    path: '/api/partner/v1/orders/',
    query: ['limit', 'after', 'state'],
    isWrite: false,
  },
  listPartnerProducts: {
    method: 'GET',
    path: '/api/partner/v1/products/',
    query: ['limit', 'after'],
    isWrite: false,
  },
  listPartnerSubscriptions: {
    method: 'GET',
    path: '/api/partner/v1/subscriptions/',
    query: ['limit', 'after', 'state'],
    isWrite: false,
  },
  shipPartnerOrder: {
    method: 'POST',
    path: '/api/partner/v1/orders/{number}/shipments/',
    query: [],
    isWrite: true,
  },
  viewPartnerAddresses: {
    method: 'GET',
    path: '/api/partner/v1/orders/{number}/addresses/',
    query: [],
    isWrite: false,
  },
  viewPartnerOrder: { method: 'GET', path: '/api/partner/v1/orders/{number}/', query: [], isWrite: false },
  viewPartnerSubscription: {
    method: 'GET',
    path: '/api/partner/v1/subscriptions/{id}/',
    query: [],
    isWrite: false,
  },
} as const
