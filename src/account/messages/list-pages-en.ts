export const listPagesEn = {
  more: '{of, select, devices {More devices} orders {More orders} changes {More changes} other {More subscriptions}}',
  next: '{of, select, devices {Older devices} orders {Older orders} changes {Older changes} other {More subscriptions}}',
  toFirst:
    'Back to the first {of, select, devices {devices} orders {orders} changes {changes} other {subscriptions}}',
} as const
