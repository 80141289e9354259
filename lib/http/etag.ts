import { hash } from 'node:crypto';

/**
 * A strong validator: representations that are identical byte by byte have the same one (RFC 9110, section
 * 8.8.3).
 */
export const etagOf = (representation: string): string =>
  `"${hash('sha256', representation, 'base64url').slice(0, 27)}"`;

/**
 * A compressed representation has different bytes, and so a different strong validator (RFC 9110, section
 * 8.8.3.3).
 */
export const compressedTag = (etag: string): string => etag.replace(/"$/, '-gzip"');

/** Callers may send either validator, because both identify the same entity. */
const plain = (tag: string): string => tag.replace(/-gzip"$/, '"');

const tagsOf = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];

/** `If-Match`: strong comparison, so a weak tag never matches. */
export const matches = (header: string, etag: string): boolean =>
  tagsOf(header).some((tag) => tag === '*' || plain(tag) === etag);

/** `If-None-Match`: weak comparison, because proxies that compress make strong tags weak. */
export const matchesWeakly = (header: string, etag: string): boolean =>
  tagsOf(header).some((tag) => tag === '*' || plain(tag.replace(/^W\//, '')) === etag);
