/** All that the pages say, in one place for translators. What a name or a figure goes into is a function. */
export const texts = {
  language: 'en',
  product: 'Enterprise platform',
  noAnswer: 'The service does not respond. Please try again.',
  loading: 'One moment …',
  again: 'Try again',
  cancel: 'Cancel',

  /** Why the service refuses, by its `X-Error-Code`; anything else is said in the service's own words. */
  refusals: {
    'auth.credentials_wrong': () => 'The email address or the password is wrong.',
    'auth.too_many_attempts': (minutes) =>
      `Signing in is locked after too many wrong passwords. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    'auth.password_login_off': () =>
      'Only administrators sign in with a password. Please use single sign-on.',
    'auth.reset_token_invalid': () =>
      'This link is used, over, or replaced by a newer one. Please ask for another one.',
    'auth.too_many_resets': (minutes) =>
      `Too many links were asked for from here. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    'auth.token_invalid': () => 'Your session is over. Please sign in again.',
  },

  /** Why somebody is sent to sign in, as it stands behind `#`. */
  reasons: {
    signed_out: 'You are signed out.',
    ended: 'Your session is over. Please sign in again.',
    unknown: 'This sign-in did not begin in this tab. Please sign in again.',
    access_denied: 'You were not signed in: the sign-in was cancelled or refused. Please try again.',
    not_linked: 'No account here belongs to the person who signed in. Please ask an administrator for one.',
    deactivated: 'This account is deactivated. Please ask an administrator.',
    temporarily_unavailable: 'Single sign-on does not respond at the moment. Please try again later.',
    failed: 'Single sign-on did not succeed. Please try again.',
    chosen: 'Your new password is set. Sign in with it.',
  },

  signIn: {
    title: 'Sign in',
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    provider: (name) => `Sign in with ${name}`,
    or: 'or',
    administrators: 'Administrators sign in with a password',
    forgotten: 'Forgot your password?',
  },
  reset: {
    ask: {
      title: 'Ask for a new password',
      lead: 'We send a link to your email address. It is good for an hour.',
      submit: 'Send the link',
      sent: 'If this address belongs to somebody with a password, a link is on its way.',
    },
    choose: {
      title: 'Choose a password',
      lead: 'At least 12 characters, and hard to guess: a few unrelated words, for example. All your sessions end.',
      password: 'New password',
      submit: 'Set the password',
      again: 'Ask for another link',
    },
  },
  signedIn: { title: 'Signing you in' },
  open: {
    title: 'Open a document',
    submit: 'Sign in and open',
    lead: 'Sign in to open the document. You are signed out again once it is open.',
    elsewhere: 'Please open this page at the public address of the service.',
  },

  account: { navigation: 'Your account', signOut: 'Sign out' },

  sessions: {
    title: 'Sessions',
    lead: 'Where you are signed in. End any session that you do not recognize.',
    current: 'This session',
    device: (browser, system) => `${browser} on ${system}`,
    unknownDevice: 'Unknown client',
    via: { password: 'with a password', oidc: 'by single sign-on' },
    began: (when, via = '', from = '') => `Signed in on ${when} ${via} ${from}`,
    from: (address) => `from ${address}`,
    used: (when, end) => `Last used ${when}, ends ${end}`,
    recently: 'within the last hour',
    soon: 'within an hour',
    end: 'End',
    endNamed: (device, when) => `End the session of ${device}, signed in on ${when}`,
    ended: 'The session has ended.',
    endOthers: 'End all other sessions',
    othersEnded: 'All other sessions have ended.',
  },

  tokens: {
    title: 'Access tokens',
    lead: 'Programs act as you by a token. Give each program its own, with no more rights than it needs.',
    create: 'Create a token',
    name: 'What is it for?',
    nameExample: 'Nightly report',
    scope: 'What may it do?',
    scopes: {
      read: ['Read', 'See what you may see.'],
      write: ['Write', 'Also create and change.'],
      full: ['Full', 'Also share and delete.'],
      admin: ['Administer', 'Also manage people, rights and settings.'],
    },
    lifetime: 'How long is it good for?',
    days: { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'A year' },
    made: (name) => `Your new token “${name}”`,
    once: 'Copy it now: it is shown only this once. Anyone who has it can act as you.',
    secret: 'Token',
    copy: 'Copy',
    copied: 'Copied.',
    selected: 'Selected; please copy it with your keyboard.',
    list: 'Your tokens',
    none: 'You have no tokens.',
    ends: (scope, when) => `${scope}, ends on ${when}`,
    used: (when) => `Last used ${when}`,
    recently: 'within the last hour',
    neverUsed: 'Never used',
    end: 'End',
    endNamed: (name) => `End the token “${name}”`,
    endTitle: (name) => `End the token “${name}”?`,
    endLead: 'Programs that use it are refused at once. This cannot be taken back.',
    endConfirm: 'End the token',
    ended: 'The token has ended.',
  },
}
