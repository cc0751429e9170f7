export const consentLineEn = {
  line: 'By signing up, you consent to receive {brand} emails.',
} as const
