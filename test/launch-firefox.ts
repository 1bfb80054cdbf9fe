import { dirname } from 'node:path';
import { type Browser, firefox } from '@playwright/test';
import { findBrowser } from './find-browser.ts';
import { findFirefox } from './find-firefox.ts';
import { mendBidi } from './mend-bidi.ts';
import { startProviderProxy } from './provider-proxy.ts';

export interface LaunchedFirefox {
  readonly browser: Browser;
  /** Other hosts that the browser requested. The list grows. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

/** Preferences that switch off network activity which Playwright's preferences leave on. */
const QUIET = {
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'app.normandy.enabled': false,
  'nimbus.rollouts.enabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.trr.mode': 5,
  'browser.newtabpage.activity-stream.feeds.system.topsites': false,
  'browser.backup.enabled': false,
};

/** What a computer with a mouse has, and Firefox without a window takes from nowhere: a pointer that hovers, and scroll bars as in the tests in Chromium. */
const AS_WITH_A_MOUSE = {
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  'ui.useOverlayScrollbars': 1,
};

/**
 * The installed Firefox, controlled over WebDriver BiDi. It reaches stand-ins under the real host names (each with the port on 127.0.0.1 that answers for it),
 * and nothing else on the network. Its contexts need `ignoreHTTPSErrors`: Firefox cannot trust one single certificate, but everything that it reaches by HTTPS
 * is a stand-in.
 */
export async function launchFirefox(hosts: Readonly<Record<string, number>>): Promise<LaunchedFirefox> {
  const executablePath = findFirefox();
  const proxy = await startProviderProxy(hosts);
  // With the same fonts a layout differs only where the browsers do.
  const { FONTCONFIG_FILE } = (await findBrowser()).environment;
  const fonts = FONTCONFIG_FILE === undefined ? {} : { FONTCONFIG_FILE };
  const fontFolder = FONTCONFIG_FILE === undefined ? '' : `${dirname(FONTCONFIG_FILE)}/`;
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    // Without this variable a release build ignores services.settings.server.
    env: { ...process.env, ...fonts, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' },
    firefoxUserPrefs: {
      ...QUIET,
      ...AS_WITH_A_MOUSE,
      // Pages may read no other folder.
      'security.sandbox.content.read_path_whitelist': fontFolder,
      // Playwright's own proxy option would send requests to this computer through the proxy, too.
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': proxy.port,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': proxy.port,
      // Playwright expects the light theme, which some versions cannot set over BiDi.
      'layout.css.prefers-color-scheme.content-override': 1,
      // The list of downloads would take the focus from the page.
      'browser.download.alwaysOpenPanel': false,
    },
  });
  mendBidi(browser);
  return {
    browser,
    refused: proxy.refused,
    async close() {
      await browser.close();
      await proxy.close();
    },
  };
}
