import { oneLine } from '#shared/one-line.ts'

/** A tracking number as carriers print it: up to 40 letters and digits, with spaces or hyphens between them. */
export const trackingNumberPattern = /^[A-Za-z0-9](?:[A-Za-z0-9 -]{0,38}[A-Za-z0-9])?$/

export const TrackingNumber = oneLine().regex(trackingNumberPattern, 'Please enter the tracking number.')
