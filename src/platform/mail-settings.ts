import { z } from 'zod'
import { isUrl } from './setting-types.ts'

/** How mail is sent, and who reports mails that came back. */
export const mailVariables = {
  SMTP_URL: z
    .string()
    .refine(isUrl(['smtp:', 'smtps:']), 'must be an address such as smtp://user:password@host:587')
    .optional(),
  /** Mails that cannot be delivered come back to it, with the name of the copy after a plus sign. */
  BOUNCE_ADDRESS: z
    .string()
    .regex(
      /^[a-z0-9._-]{1,30}@[a-z0-9-]+(\.[a-z0-9-]+)+$/,
      'must be an address such as bounces@mail.example.com',
    )
    .optional(),
  MAIL_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and at least 24 random bytes as base64')
    .optional(),
  SENDGRID_WEBHOOK_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{100,}={0,2}$/, 'must be the public key of the Event Webhook, as SendGrid shows it')
    .optional(),
}

type Values = z.output<z.ZodObject<typeof mailVariables>>

export const mailSettings = (values: Values) => ({
  smtpUrl: values.SMTP_URL ?? null,
  bounceAddress: values.BOUNCE_ADDRESS ?? null,
  mailWebhookKeys: {
    generic: values.MAIL_WEBHOOK_SECRET ?? null,
    sendgrid: values.SENDGRID_WEBHOOK_KEY ?? null,
  },
})
