import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const pictures = { ...reads, permission: 'pages' } as const

/** The largest picture that may be uploaded. */
export const maxPictureBytes = 20_000_000

const Picture = z.object({
  name: z.string(),
  alt: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  at: z.string(),
  by: z.string(),
})

export type DeskPicture = z.output<typeof Picture>

/** The pictures that were uploaded, newest first, up to 200. */
export const listDeskPictures = defineEndpoint({
  ...pictures,
  name: 'listDeskPictures',
  method: 'GET',
  path: '/api/desk/uploads/',
  payload: z.object({}),
  reply: z.object({
    pictures: z.array(Picture),
    /** Everything that a page may name: these, and the pictures of the release. */
    names: z.array(z.string()),
  }),
  errors: readErrors,
})

const percent = (least: number) =>
  z.coerce
    .number('Please enter a whole number of percent.')
    .int('Please enter a whole number of percent.')
    .min(least, `Please enter a number from ${least} to 100.`)
    .max(100, `Please enter a number from ${least} to 100.`)

/** Draws a picture, or a part of it, in the sizes of pages, and stores it. The same part of the same picture is one picture. */
export const uploadDeskPicture = defineEndpoint({
  ...pictures,
  name: 'uploadDeskPicture',
  method: 'POST',
  path: '/api/desk/uploads/',
  payload: z.object({
    /** JPEG, PNG, WebP or AVIF in base64. A request to this endpoint is at most 100 kB; the page's form is larger. */
    file: z
      .base64('Please choose a picture.')
      .min(1, 'Please choose a picture.')
      .max(Math.ceil(maxPictureBytes / 3) * 4, 'Please choose a picture of at most 20 MB.'),
    alt: oneLine()
      .min(1, 'Please describe what is to be seen.')
      .max(300, 'Please write a shorter description.'),
    /** The part of it that is shown, in percent. */
    left: percent(0).default(0),
    top: percent(0).default(0),
    width: percent(1).default(100),
    height: percent(1).default(100),
    /** Of that part, the point that stays in sight where a page cuts it off; in percent, in steps of ten. */
    focus_x: percent(0).default(50),
    focus_y: percent(0).default(50),
  }),
  reply: z.object({ name: z.string() }),
  errors: readErrors,
})
