import { z } from 'zod'

/** Orders that are tagged at once. */
export const maxTagged = 1_000

/** What the team calls an order: alphanumeric words in lower case, with spaces and hyphens between them. */
export const OrderTag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Please enter a tag.')
  .max(24, 'Please enter a tag of at most 24 characters.')
  .regex(/^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u, 'A tag has letters, digits, spaces and hyphens.')
