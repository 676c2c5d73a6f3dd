/**
 * What Chromium shall do without. It keeps the lists under the address bar ready beside each window, each in a
 * process of its own. Chromium takes the last such list alone: so those that Playwright (1.65) turns off stand
 * here, too.
 */
export const unneededFeatures = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose"],
  ...["HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AimEnabled", "NetworkTimeServiceQuerying", "OptimizationHints"],
  ...["PreconnectToSearch", "TcpPortRandomizationWin"],
];
