"""Raw bytes to typed Arrow tables: rating lists, report files, sidecars, series. Distrusts everything, loses nothing."""
