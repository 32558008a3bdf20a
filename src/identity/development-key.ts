import { importShippedKey, type SigningKey } from './signing-keys.ts';

/**
 * The RSA key that signs if no other is given. It ships with the package, so it is not a secret: every owner of the
 * package can sign with it. A start does not wait for a key to be made, and a token of one start is good at the next.
 */
const DEVELOPMENT_KEY = {
  kty: 'RSA',
  n: [
    'pQgWfo8z49_tT1c5Syg1RVFQNzrkvmSJUC7ZT3cDY6kZJUzWKN8abmGn5ntOQIlhxmfREiOIZTJPGS2id1Cq99RZzjQOld2prjgY',
    'yoLKOslb51CbjEsXqiZ__sg9vt2-erry-hwmKM5FXPpaXxaEBauL50fCJdA_MmiNlK2TF_NJba4q1LH_fGRUG2-Xm_Qh58m_XpZf',
    '976uLUNcdBRq_jLjRr39OFkG3L3CVpJNenNB-hCUhLnXsyJXYHTFxJk7MFdXTqts10HvEF_uYMz_pGLCLft0vLtQT4cdRIQwTgde',
    'hObed4mPImJURag29KNt3zuKER0hFRBRlGfnwOP4dQ',
  ].join(''),
  e: 'AQAB',
  d: [
    'CjaEq9rhX3QLa9pOQ6Iun8ZPNEfLAaRXohRwItyO42NC2N3XMArUiCm3ego99rz5xc1FcT2tMnQJVJnQINmnZvRnhV0P3QLtfghf',
    'MmMjMD2nWBqTMbyw73j3-VS7i30ODWrV4BgPXX2cactdfd53F6G84_h7IZtwWcaCIoYWYQg2HQSPunksA1ToX9fwYoPz4DUXGAu0',
    'IIya9mqP6As2HNNHl7ES2NUE36Qir6y5957XiB54X1bAyktiDInyUmceVtz2whp_1tlnUYW0qPmgZQ6fYjXbFiTeiEZgooQFg86Q',
    'XCLeMt-5D7SCyCKf0Sg80QKoM33Bmd-z-ypqA6K-6Q',
  ].join(''),
  p: [
    '0EuY96Ansibuiy8XlBBEh6ST_uawBWv1EN5tkiZl_OnltTqW0hlO0uVVpEXydU3fEZhF-KHtZOEmN0zVovJmfLf0zCQku9A1CQeF',
    'Nj9l6c9Fv-Z95SDI1qEMkqKXhRvDsJbo8cdQDNl4iGC6EXwSa2jqnZ4DK0KLtCmIHkRrkgk',
  ].join(''),
  q: [
    'ytPtzCS4GMEh6qUn6uZqcgdv7gBEpPr9o_9RW_59VA4_rWT3768Gj4MjfCxnHzW6QbYCcHijYXGCqQVfXJ4AY-zmzfFu8jVxuPy3',
    'zV_z2ge8E2EuW50mNP9jhixqj2cXT6WcMXlk1ExhXONXp6eOWC37YeAg6dZJOle9U-vsng0',
  ].join(''),
  dp: [
    'bgXQedQdw6tuyxQH10y0dhWHmtfNWD_LBasHo3Am5O3DSPP2oGl_ykQa9ZeA11dXoZqWMxuNIoEOx50NJ3H0kqI0avQYdyAmM2vG',
    'gH4CXfr-87tS-olTrJMK6hV6BXRB7G_6AWPvM6pXUWoOPpgTvqp_atwA_oO6-WIKpTosu8k',
  ].join(''),
  dq: [
    'oV9IPTmhtyBCCdxpC_1TB3JfXW6dLt3623YRly29LRlBFIXWtb39bEUcAHmbejtW-10CR9XTt32GRU_e9WNIUDh10bibWt2mo1V-',
    'L0p-SyQIQSr6pS087sGav2-rQHj3FQlgYgSBcl9qv2qpnNw05nd_H_ogdatmC6MvIQv98Ck',
  ].join(''),
  qi: [
    'z7Sb_cHuUyxV3R9Z0KzhCLJZXKMPYlx2kJlUgHBO6z1aKmEkiX5fl_9ViFhSrFylzNfucUBtEm8CXaRUcSh2IPJjwtamJABZEhaq',
    'PZ2l-pKI90O7CE6NtUi-78hm1mrNWyQLy07BQ89sHECDiOe5UV1NaTxv7x2ZH2Nf8G4YPgU',
  ].join(''),
} as const;

/** The key of a mock that is started without one. */
export const developmentKey = (): SigningKey => importShippedKey(DEVELOPMENT_KEY);
