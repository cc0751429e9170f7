export const mailFrameEn = {
  activity: 'You’re receiving this because of activity on your {brand} account.',
  questions: 'Questions go to {email}.',
} as const
