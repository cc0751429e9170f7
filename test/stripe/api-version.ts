import type { Stripe } from 'stripe'

/** The version that the SDK pins: a newer SDK stops compiling here, and its changes are read before this line moves. */
export const stripeApiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'
