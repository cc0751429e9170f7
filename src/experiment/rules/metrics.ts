/** What an experiment can be decided by. */
export const primaryMetrics = ['orders', 'subscriptions', 'revenue', 'stayed'] as const

/** What must not get worse. */
export const guardrailMetrics = ['checkout-errors', 'refunds', 'cancels'] as const

export type PrimaryMetric = (typeof primaryMetrics)[number]
export type GuardrailMetric = (typeof guardrailMetrics)[number]
export type Metric = PrimaryMetric | GuardrailMetric

interface MetricText {
  readonly label: string
  /** A share of people, or money of each of them in the shop's default currency. */
  readonly kind: 'share' | 'money'
  /** What is counted of a person in the days after they first met the experiment. */
  readonly counts: string
}

const texts: Readonly<Record<Metric, MetricText>> = {
  orders: {
    label: 'Placed an order',
    kind: 'share',
    counts: 'Someone counts once they have placed an order that is no renewal, paid or free.',
  },
  subscriptions: {
    label: 'Started a subscription',
    kind: 'share',
    counts: 'Someone counts once they have placed an order that begins a subscription.',
  },
  revenue: {
    label: 'Revenue per person',
    kind: 'money',
    counts:
      'Goods less discounts of every order they placed, renewals too, without shipping and tax, in the shop’s default currency. Orders in other currencies count as nothing, refunds are not taken off.',
  },
  stayed: {
    label: 'Stayed after pressing cancel',
    kind: 'share',
    counts: 'Someone counts when they took what the cancel page offered and canceled nothing.',
  },
  'checkout-errors': {
    label: 'Checkout failed',
    kind: 'share',
    counts: 'Someone counts once a purchase with their email address was declined or failed.',
  },
  refunds: {
    label: 'Got a refund',
    kind: 'share',
    counts: 'Someone counts once a refund of an order of theirs was requested, by them or by staff.',
  },
  cancels: {
    label: 'Canceled a subscription',
    kind: 'share',
    counts: 'Someone counts once they have canceled a subscription.',
  },
}

export const metricLabel = (metric: Metric): string => texts[metric].label

export const isMoney = (metric: Metric): boolean => texts[metric].kind === 'money'

/** Days after the first meeting within which something counts: what breaks a checkout shows within a day. */
export const windowOf = (metric: Metric, { windowDays }: { readonly windowDays: number }): number =>
  metric === 'checkout-errors' ? 1 : windowDays

export const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** The definition of a number, in sentences. */
export const metricDefinition = (metric: Metric, days: number): string =>
  `${texts[metric].counts} Counted within ${daysText(days)} after they first met the experiment; people are counted when these days are over.`
